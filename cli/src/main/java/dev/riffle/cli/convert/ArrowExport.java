package dev.riffle.cli.convert;

import dev.riffle.DamagePolicy;
import dev.riffle.RiffleException;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.arrow.RecordSchemas;
import dev.riffle.cli.print.TypedSpecs;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
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
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Runs an export to Arrow data. Apart from the request, because only this class loads the classes of Arrow. */
final class ArrowExport {

    private final ArrowExportRequest request;
    private final Terminal terminal;
    private final List<ByteSource> sources;

    private ExitCode code = ExitCode.FINE;

    ArrowExport(ArrowExportRequest request, Terminal terminal, List<ByteSource> sources) {
        this.request = request;
        this.terminal = terminal;
        this.sources = sources;
    }

    ExitCode run() throws IOException {
        try {
            long rows = write();
            if (rows == 0 && request.limit() > 0) {
                terminal.note("the output has no rows, because the input has no records");
            }
            return code;
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(sources.get(0).name(), e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RiffleException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns the input for a pass. Only the second pass reports damage that the command skips. */
    private RecordInput input(DamagePolicy skip) {
        return RecordInput.of(sources)
                .reading(request.read()
                        .options()
                        .damage(request.damage() == ArrowExportRequest.Damage.SKIPPED ? skip : DamagePolicy.FAIL));
    }

    private DamagePolicy reported() {
        return DamagePolicy.skip(region -> {
            code = ExitCode.FINDINGS;
            terminal.report(region.cause().getMessage() + "; " + Sizes.count(region.length(), "byte") + " skipped");
        });
    }

    private Function<RecordInput, ArrowBatches> columns() throws IOException {
        if (request.specs().isEmpty()) {
            Schema schema = chosen(inferred());
            return input -> ArrowBatches.of(input, schema);
        }
        TypedSpecs specs = request.specs().get();
        return input -> specs.features()
                .map(features -> ArrowBatches.of(input, features))
                .orElseGet(() -> ArrowBatches.of(input, specs.sequences().orElseThrow()));
    }

    private Schema inferred() throws IOException {
        long most =
                request.sample() > Long.MAX_VALUE / sources.size() ? Long.MAX_VALUE : request.sample() * sources.size();
        try (ProgressBar progress = ProgressBar.over(terminal, "survey", sources)) {
            return RecordSchemas.infer(input(DamagePolicy.skip(region -> {})).progress(progress::moved), most);
        }
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
                    .orElseThrow(() -> new UsageException("--columns: the sample has no feature named " + column
                            + "; 'riffle info' lists the features, and --sample sets the size of the sample")));
        }
        return new Schema(fields, schema.getCustomMetadata());
    }

    private long write() throws IOException {
        Function<RecordInput, ArrowBatches> columns = columns();
        try (BufferAllocator allocator = new RootAllocator();
                ProgressBar progress = request.target().isStandardOutput()
                        ? ProgressBar.silent(terminal)
                        : ProgressBar.over(terminal, "export", sources);
                ArrowReader reader = columns.apply(input(reported()).progress(progress::moved))
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
