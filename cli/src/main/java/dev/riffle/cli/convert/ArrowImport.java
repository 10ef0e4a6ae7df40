package dev.riffle.cli.convert;

import dev.riffle.arrow.ArrowRecordOptions;
import dev.riffle.arrow.ArrowRecords;
import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.cli.output.ExampleColumns;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.OutputWriter;
import dev.riffle.cli.output.WrittenFiles;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Writes the rows of Arrow data as records.
 *
 * @param sources sources of known size that open several times
 * @param kind the form of all sources; empty if their content decides
 */
record ArrowImport(
        List<ByteSource> sources, Optional<ArrowKind> kind, ArrowRecordOptions.Rounding rounding, OutputFiles target) {

    /** Holds the written files and the number of their records. */
    record Result(long records, WrittenFiles files) {}

    /** Writes all rows of all sources, and publishes the output. */
    Result run(Terminal terminal) throws IOException {
        boolean isSet = target.names().size() > 1;
        long rows = isSet ? rows(terminal) : 0;
        long records = 0;
        ExampleColumns columns = new ExampleColumns();
        try (ProgressBar progress = ProgressBar.over(terminal, "import", sources);
                OutputWriter writer = OutputWriter.open(terminal, target, rows)) {
            for (ByteSource source : sources) {
                try (ArrowSource arrow = open(source, progress)) {
                    Iterator<Bytes> payloads = arrow.read(this::payloads);
                    boolean counted = isSet && arrow.read(ArrowImport::hasExamples);
                    while (arrow.read(reader -> payloads.hasNext())) {
                        Bytes payload = arrow.read(reader -> payloads.next());
                        writer.write(payload.toByteArray());
                        records++;
                        if (counted) {
                            columns.add(Example.parse(payload, target.dialect()));
                        }
                    }
                }
            }
            if (isSet) {
                writer.schema(columns);
            }
            return new Result(records, writer.commit());
        }
    }

    /** Returns the number of rows of all sources, which a set divides evenly. */
    private long rows(Terminal terminal) throws IOException {
        long rows = 0;
        try (ProgressBar progress = ProgressBar.over(terminal, "survey", sources)) {
            for (ByteSource source : sources) {
                try (ArrowSource arrow = open(source, progress)) {
                    while (arrow.read(ArrowReader::loadNextBatch)) {
                        rows += arrow.read(ArrowReader::getVectorSchemaRoot).getRowCount();
                    }
                }
            }
        }
        return rows;
    }

    private ArrowSource open(ByteSource source, ProgressBar progress) throws IOException {
        ArrowKind form = kind.isPresent() ? kind.get() : ArrowKind.of(source).orElseThrow();
        return ArrowSource.open(source, progress.watch(source), form);
    }

    private Iterator<Bytes> payloads(ArrowReader reader) throws IOException {
        ArrowRecordOptions options = ArrowRecordOptions.defaults().rounding(rounding);
        return ArrowRecords.payloads(reader, target.format(), options).iterator();
    }

    /** Returns whether the records are Examples, whose columns a manifest can have. */
    private static boolean hasExamples(ArrowReader reader) throws IOException {
        String message =
                reader.getVectorSchemaRoot().getSchema().getCustomMetadata().get(RecordMetadata.MESSAGE);
        return message == null || message.equals(RecordMetadata.EXAMPLE) || message.equals(RecordMetadata.OFRECORD);
    }
}
