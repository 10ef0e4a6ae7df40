package dev.riffle.benchmarks.write;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RecordFiles;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.tensorflow.hadoop.util.TFRecordWriter;

/** Compares writing prepared payloads to a new file with the writer of tensorflow-hadoop. Neither side syncs. */
public final class WriteContest implements Contest {

    private static final int BUFFER_BYTES = 1 << 20;

    private final Path file;
    private final Path otherFile;
    private final List<byte[]> payloads;

    public WriteContest(RecordFiles files, List<byte[]> payloads) {
        this.file = files.path("written-by-riffle");
        this.otherFile = files.path("written-by-hadoop");
        this.payloads = payloads;
    }

    @Override
    public Amount amount() {
        return Amount.of(payloads);
    }

    @Override
    public long ours() throws IOException {
        write(file, payloads, RecordWriterOptions.defaults().withoutSync());
        return Files.size(file);
    }

    static void write(Path file, List<byte[]> payloads, RecordWriterOptions options) throws IOException {
        try (RecordWriter records = RecordWriter.create(file, options)) {
            for (byte[] payload : payloads) {
                records.write(payload);
            }
            records.commit();
        }
    }

    @Override
    public long baseline() throws IOException {
        try (DataOutputStream stream = new DataOutputStream(
                new BufferedOutputStream(new FileOutputStream(otherFile.toFile()), BUFFER_BYTES))) {
            TFRecordWriter records = new TFRecordWriter(stream);
            for (byte[] payload : payloads) {
                records.write(payload);
            }
        }
        return Files.size(otherFile);
    }

    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), baseline());
        Contest.requireEqual(-1L, Files.mismatch(file, otherFile));
    }

    @Override
    public void clear() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(otherFile);
    }
}
