package dev.riffle;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.internal.MaskedCrc32c;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Error messages show the length that a header claims, and sums with that length, as unsigned numbers. */
class ClaimedLengthTest {

    @TempDir
    Path directory;

    private Path file(long length) throws IOException {
        byte[] header = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .putInt(MaskedCrc32c.ofLength(length))
                .array();
        return Files.write(directory.resolve("claim"), header);
    }

    @ParameterizedTest
    @CsvSource({
        "100, 'expected 104 bytes after the header, found 0 bytes before the end'",
        "9223372036854775803, 'expected 9223372036854775807 bytes after the header, found 0 bytes before the end'",
        "9223372036854775804, 'expected 9223372036854775808 bytes after the header, found 0 bytes before the end'",
        "9223372036854775807, 'expected 9223372036854775811 bytes after the header, found 0 bytes before the end'",
        "-9223372036854775808, 'expected at most 2147483639 bytes, found 9223372036854775808 bytes'",
        "-1, 'expected at most 2147483639 bytes, found 18446744073709551615 bytes'"
    })
    void reportsTheClaimedLengthAsUnsigned(long length, String message) throws IOException {
        Path file = file(length);
        try (RecordReader reader = RecordReader.open(file, RecordFiles.tfRecord(dev.riffle.io.Compression.NONE))) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageEndingWith(message);
        }
        try (RecordFile records = RecordFile.open(dev.riffle.io.ByteSource.of(file), RecordFormat.TFRECORD)) {
            assertThatThrownBy(() -> records.get(0, 0))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageEndingWith(message);
        }
    }
}
