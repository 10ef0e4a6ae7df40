package dev.riffle.cli.convert;

import dev.riffle.arrow.ArrowBatches;
import dev.riffle.arrow.RecordMismatchException;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.WrittenFiles;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.WrittenShard;
import dev.riffle.sql.ParquetCompression;
import dev.riffle.sql.ParquetFiles;
import dev.riffle.sql.ParquetOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.vector.types.pojo.Schema;

/** Runs an export to Parquet. Apart from the request, because only this class loads the classes of Arrow and DuckDB. */
final class ParquetExport {

    private final ParquetExportRequest request;
    private final Terminal terminal;
    private final List<ByteSource> sources;
    private final VectorInput input;

    ParquetExport(ParquetExportRequest request, Terminal terminal, List<ByteSource> sources) {
        this.request = request;
        this.terminal = terminal;
        this.sources = sources;
        this.input = new VectorInput(terminal, request.read(), request.damage());
    }

    /** Writes all sources to one file, or each source to a file. */
    ExitCode write(List<String> names) throws IOException {
        boolean isSet = SetName.parse(request.target().output()).isPresent();
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            paths.add(terminal.path(name));
        }
        try (ProgressBar progress = ProgressBar.over(terminal, "export", sources)) {
            Function<RecordInput, ArrowBatches> columns = columns();
            List<ArrowBatches> batches = new ArrayList<>();
            for (List<ByteSource> each : isSet ? each() : List.of(sources)) {
                batches.add(columns.apply(input.reported(RecordInput.of(each)).progress(progress::moved)));
            }
            List<WrittenShard> written = ParquetFiles.writeEach(batches, paths, options());
            print(new WrittenFiles(names, written));
            return input.code();
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(sources.get(0).name(), e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RecordMismatchException e) {
            throw VectorInput.failed(e);
        }
    }

    private List<List<ByteSource>> each() {
        return sources.stream().map(List::of).toList();
    }

    private Function<RecordInput, ArrowBatches> columns() throws IOException {
        if (request.specs().isPresent()) {
            return input.batches(request.specs().get());
        }
        long most = VectorInput.sample(request.sample(), sources.size());
        Schema inferred = ParquetFiles.infer(input.surveyed(RecordInput.of(sources)), most);
        return VectorInput.batches(inferred, request.columns(), request.sample());
    }

    private ParquetOptions options() {
        ParquetOptions options = ParquetOptions.defaults();
        if (request.target().compression().isPresent()) {
            options = options.compression(
                    ParquetCompression.valueOf(request.target().compression().get()));
        }
        if (request.target().rowGroup().isPresent()) {
            options = options.rowGroup(request.target().rowGroup().getAsInt());
        }
        return request.target().existing() == OutputFiles.Existing.REPLACE ? options.overwrite() : options;
    }

    private void print(WrittenFiles files) throws IOException {
        if (request.style().equals(Optional.of(Style.TEXT))) {
            files.print(terminal);
        } else if (request.style().equals(Optional.of(Style.JSON))) {
            StringBuilder line = new StringBuilder();
            JsonWriter json = new JsonWriter(line);
            json.beginObject().name("records").number(files.records());
            json.name("format").string(ParquetTarget.NAME);
            files.writeTo(json);
            json.endObject();
            terminal.printLine(line.toString());
        }
        files.noteMissing(terminal, files.records() == 0 ? "the input has no records" : "");
    }
}
