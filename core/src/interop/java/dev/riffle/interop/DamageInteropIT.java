package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Checks that Riffle returns the same records of damaged files as TensorFlow, and fails at the same places. */
@ExtendWith(TensorFlowPresence.class)
class DamageInteropIT {

    private static final int FIRST_RECORD_BYTES = 16 + 5;

    @TempDir
    Path directory;

    private byte[] whole() throws IOException {
        Path file = directory.resolve("whole");
        if (!Files.exists(file)) {
            List<byte[]> records = List.of("first".getBytes(), new byte[0], "the third".getBytes());
            RecordInteropIT.write(file, Compression.NONE, records);
        }
        return Files.readAllBytes(file);
    }

    @Test
    void agreesOnEveryTruncationOfAnUncompressedFile() throws IOException {
        byte[] whole = whole();
        for (int size = 0; size <= whole.length; size++) {
            assertSameOutcome(Arrays.copyOf(whole, size), "cut to " + size, Compression.NONE);
        }
    }

    @Test
    void agreesOnAFlippedBitInEveryByte() throws IOException {
        byte[] whole = whole();
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= (byte) (1 << i % 8);
            assertSameOutcome(damaged, "bit flipped in byte " + i, Compression.NONE);
        }
    }

    @Test
    void agreesOnAMissingByte() throws IOException {
        byte[] whole = whole();
        byte[] damaged = Arrays.copyOf(whole, whole.length - 1);
        System.arraycopy(
                whole, FIRST_RECORD_BYTES + 1, damaged, FIRST_RECORD_BYTES, damaged.length - FIRST_RECORD_BYTES);
        assertSameOutcome(damaged, "a byte missing", Compression.NONE);
    }

    @Test
    void agreesOnJunkAfterAGzipMember() throws IOException {
        Path file = directory.resolve("gzip");
        RecordInteropIT.write(file, Compression.GZIP, List.of("first".getBytes(), "second".getBytes()));
        byte[] whole = Files.readAllBytes(file);
        byte[] damaged = Arrays.copyOf(whole, whole.length + 20);
        Arrays.fill(damaged, whole.length, damaged.length, (byte) 'x');
        assertSameOutcome(damaged, "junk after the member", Compression.GZIP);
    }

    @Test
    void agreesOnATruncatedSnappyBlock() throws IOException {
        Path file = directory.resolve("snappy");
        RecordInteropIT.write(file, Compression.SNAPPY, List.of("first".getBytes(), "second".getBytes()));
        byte[] whole = Files.readAllBytes(file);
        assertSameOutcome(Arrays.copyOf(whole, whole.length - 3), "a block truncated", Compression.SNAPPY);
    }

    private void assertSameOutcome(byte[] content, String what, Compression compression) throws IOException {
        Path file = directory.resolve("damaged");
        Files.write(file, content);
        TensorFlowRecords.Outcome theirs = TensorFlowRecords.readAsFarAsItGoes(file, compression);
        List<byte[]> ours = new ArrayList<>();
        String error = "";
        RecordReaderOptions options = RecordReaderOptions.defaults()
                .format(RecordFormat.TFRECORD)
                .compression(compression)
                .damage(DamagePolicy.STOP_AT_TORN_TAIL);
        try (RecordReader reader = RecordReader.open(file, options)) {
            while (reader.next()) {
                ours.add(reader.payloadBytes());
            }
            // Riffle's policy skips more damage than TensorFlow does.
            error = reader.tornTail()
                    .filter(tail -> tail.reason() != CorruptRecordException.Reason.TRUNCATED_HEADER)
                    .map(CorruptRecordException::getMessage)
                    .orElse("");
        } catch (CorruptRecordException e) {
            error = e.getMessage();
        }
        assertThat(ours).as("%s: Riffle ends with <%s>", what, error).hasSameSizeAs(theirs.records());
        RecordInteropIT.assertSame(ours, theirs.records());
        assertThat(error.isEmpty())
                .as("%s: Riffle ends with <%s>, TensorFlow with <%s>", what, error, theirs.error())
                .isEqualTo(theirs.error().isEmpty());
    }
}
