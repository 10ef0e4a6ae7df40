package dev.riffle.cli.convert;

import dev.riffle.RiffleException;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.arrow.RecordSchemas;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.types.pojo.Schema;

/** Runs an export to Arrow data. Apart from the request, because only this class loads the classes of Arrow. */
final class ArrowExport {

    private final ArrowExportRequest request;
    private final Terminal terminal;
    private final List<ByteSource> sources;
    private final VectorInput input;

    ArrowExport(ArrowExportRequest request, Terminal terminal, List<ByteSource> sources) {
        this.request = request;
        this.terminal = terminal;
        this.sources = sources;
        this.input = new VectorInput(terminal, request.read(), request.damage());
    }

    ExitCode run() throws IOException {
        try {
            long rows = write();
            if (rows == 0 && request.limit() > 0) {
                terminal.note("the output has no rows, because the input has no records");
            }
            return input.code();
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(sources.get(0).name(), e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RiffleException e) {
            throw VectorInput.failed(e);
        }
    }

    private Function<RecordInput, ArrowBatches> columns() throws IOException {
        if (request.specs().isPresent()) {
            return input.batches(request.specs().get());
        }
        return VectorInput.batches(inferred(), request.columns(), request.sample());
    }

    private Schema inferred() throws IOException {
        long most = VectorInput.sample(request.sample(), sources.size());
        try (ProgressBar progress = ProgressBar.over(terminal, "survey", sources)) {
            return RecordSchemas.infer(input.surveyed(RecordInput.of(sources)).progress(progress::moved), most);
        }
    }

    private long write() throws IOException {
        Function<RecordInput, ArrowBatches> columns = columns();
        try (BufferAllocator allocator = new RootAllocator();
                ProgressBar progress = request.target().isStandardOutput()
                        ? ProgressBar.silent(terminal)
                        : ProgressBar.over(terminal, "export", sources);
                ArrowReader reader = columns.apply(
                                input.reported(RecordInput.of(sources)).progress(progress::moved))
                        .reader(allocator);
                ByteSink.Output output = request.target().sink(terminal).create()) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            long rows = 0;
            ArrowWriter writer = writer(root, new OpenChannel(output));
            writer.start();
            while (rows < request.limit() && reader.loadNextBatch()) {
                long left = request.limit() - rows;
                if (root.getRowCount() > left) {
                    root.setRowCount((int) left);
                }
                rows += root.getRowCount();
                writer.writeBatch();
            }
            writer.end();
            output.commit();
            return rows;
        }
    }

    private ArrowWriter writer(VectorSchemaRoot root, OpenChannel channel) {
        DictionaryProvider none = new DictionaryProvider.MapDictionaryProvider();
        return switch (request.kind()) {
            case ARROW -> new ArrowFileWriter(root, none, channel);
            case ARROWS -> new ArrowStreamWriter(root, none, channel);
        };
    }
}
