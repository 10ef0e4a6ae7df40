package dev.riffle.cli.convert;

import dev.riffle.RecordFormat;
import dev.riffle.arrow.ArrowColumnException;
import dev.riffle.arrow.ArrowRecordOptions;
import dev.riffle.arrow.ArrowRecords;
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
import java.util.Map;
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

    private static final String ROUNDING = "allow the rounding of values";

    /** Holds the written files and the number of their records. */
    record Result(long records, WrittenFiles files) {}

    Result run(Terminal terminal) throws IOException {
        boolean isSet = target.names().size() > 1;
        long rows = isSet ? rows(terminal) : 0;
        long records = 0;
        ExampleColumns columns = new ExampleColumns();
        try (ProgressBar progress = ProgressBar.over(terminal, "import", sources);
                OutputWriter writer = OutputWriter.open(terminal, target, rows)) {
            for (ByteSource source : sources) {
                try (ArrowSource arrow = open(source, progress.watch(source))) {
                    Iterator<Bytes> payloads = arrow.read(this::payloads);
                    boolean examples = isSet && arrow.read(ArrowImport::isExamples);
                    while (arrow.read(reader -> next(source, payloads::hasNext))) {
                        byte[] payload = arrow.read(reader -> next(source, payloads::next)).toByteArray();
                        writer.write(payload);
                        records++;
                        if (examples) {
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

    private ArrowSource open(ByteSource source, ByteSource watched) throws IOException {
        ArrowKind form = kind.isPresent() ? kind.get() : ArrowKind.of(source).orElseThrow();
        return ArrowSource.open(source, watched, form);
    }
}
