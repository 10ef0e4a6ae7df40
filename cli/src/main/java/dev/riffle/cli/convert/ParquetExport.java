package dev.riffle.cli.convert;

import dev.riffle.DamagePolicy;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.WrittenFiles;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
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
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Runs an export to Parquet. Apart from the request, because only this class loads the classes of Arrow and DuckDB. */
final class ParquetExport {

    private final ParquetExportRequest request;
    private final Terminal terminal;
    private final List<ByteSource> sources;

    private ExitCode code = ExitCode.FINE;

    ParquetExport(ParquetExportRequest request, Terminal terminal, List<ByteSource> sources) {
        this.request = request;
        this.terminal = terminal;
        this.sources = sources;
    }

    /** Writes all sources to one file, or each source to a file. */
    ExitCode write(List<String> names) throws IOException {
        boolean isSet = SetName.parse(request.target().output()).isPresent();
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            paths.add(terminal.path(name));
        }
        try (ProgressBar progress = ProgressBar.over(terminal, "export", sources)) {
            @Nullable Schema schema = request.specs().isPresent() ? null : chosen(inferred());
            List<ArrowBatches> batches = new ArrayList<>();
            for (List<ByteSource> each : isSet ? each() : List.of(sources)) {
                batches.add(batches(RecordInput.of(each).progress(progress::moved), schema));
            }
            List<WrittenShard> written = ParquetFiles.writeEach(batches, paths, options());
            print(new WrittenFiles(names, written));
            return code;
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(sources.get(0).name(), e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private List<List<ByteSource>> each() {
        return sources.stream().map(List::of).toList();
    }

    /** Returns the input for a pass. Only the second pass reports damage that the command skips. */
    private RecordInput reading(RecordInput input, DamagePolicy skip) {
        DamagePolicy policy = request.damage() == PrintRequest.Damage.SKIPPED ? skip : DamagePolicy.FAIL;
        return input.reading(request.read().options().damage(policy));
    }

    private ArrowBatches batches(RecordInput each, @Nullable Schema schema) {
        RecordInput input = reading(each, DamagePolicy.skip(region -> {
            code = ExitCode.FINDINGS;
            terminal.report(region.cause().getMessage() + "; " + Sizes.count(region.length(), "byte") + " skipped");
        }));
        if (schema != null) {
            return ArrowBatches.of(input, schema);
        }
        return request.specs().flatMap(specs -> specs.features()).isPresent()
                ? ArrowBatches.of(input, request.specs().get().features().get())
                : ArrowBatches.of(
                        input, request.specs().orElseThrow().sequences().orElseThrow());
    }

    private Schema inferred() throws IOException {
        long most =
                request.sample() > Long.MAX_VALUE / sources.size() ? Long.MAX_VALUE : request.sample() * sources.size();
        return ParquetFiles.infer(reading(RecordInput.of(sources), DamagePolicy.skip(region -> {})), most);
    }

    private Schema chosen(Schema schema) throws UsageException {
        if (request.columns().isEmpty()) {
            return schema;
        }
        List<Field> fields = new ArrayList<>();
        for (String column : request.columns()) {
            fields.add(schema.getFields().stream()
                    .filter(field -> field.getName().equals(column))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("--columns: no record has a feature named " + column
                            + "; 'riffle info' lists the features")));
        }
        return new Schema(fields, schema.getCustomMetadata());
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
