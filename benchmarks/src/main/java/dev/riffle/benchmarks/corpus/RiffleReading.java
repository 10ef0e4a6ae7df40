package dev.riffle.benchmarks.corpus;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads with Riffle, which fails at damage by default. */
record RiffleReading(Manner manner) implements GradedReader {

    @Override
    public String title() {
        return manner == Manner.STRICT ? "Riffle" : "Riffle, skipping";
    }

    @Override
    public boolean isFor(CorpusRow row) {
        return manner == Manner.STRICT || row.format().equals("tfrecord");
    }

    @Override
    public void read(Path file, CorpusRow row, Consumer<byte[]> payloads) throws IOException {
        RecordReaderOptions options = RecordReaderOptions.defaults()
                .format(RecordFormat.named(row.format()).orElseThrow())
                .compression(Compression.of(row.compression()))
                .damage(manner == Manner.STRICT ? DamagePolicy.FAIL : DamagePolicy.skip(region -> {}));
        try (RecordReader records = RecordReader.open(file, options)) {
            while (records.next()) {
                payloads.accept(records.payloadBytes());
            }
        }
    }
}
