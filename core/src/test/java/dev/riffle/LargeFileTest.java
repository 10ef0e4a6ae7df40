package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.internal.MaskedCrc32c;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads a sparse file of more than 4 GiB. Its offsets exceed the range of {@code int}, and one record exceeds a mapped
 * window.
 */
class LargeFileTest {

    private static final int LARGEST = Integer.MAX_VALUE - 8;

    @TempDir
    Path directory;

    /** Creates a file of records of zeros, which take no space on disk. */
    private Path sparse(int... sizes) throws IOException {
        Path file = directory.resolve("sparse.tfrecord");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.SPARSE)) {
            for (int size : sizes) {
                channel.write(header(size));
                channel.position(channel.position() + size);
                channel.write(ByteBuffer.allocate(4)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(size == LARGEST ? 0 : checksumOfZeros(size))
                        .flip());
            }
        }
        return file;
    }

    private static int checksumOfZeros(int size) {
        byte[] zeros = new byte[1 << 20];
        CRC32C crc = new CRC32C();
        for (int done = 0; done < size; done += zeros.length) {
            crc.update(zeros, 0, Math.min(size - done, zeros.length));
        }
        return MaskedCrc32c.mask((int) crc.getValue());
    }

    private static ByteBuffer header(long size) {
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(size)
                .putInt(MaskedCrc32c.ofLength(size))
                .flip();
    }

    /**
     * Reads the file in a separate process. Before JDK 22, files stay mapped until a garbage collection. After too many
     * mapped bytes, Riffle reads files through a buffer, and a payload of this size exceeds the memory limit.
     */
    static final class Alone {
        private Alone() {}

        public static void main(String[] arguments) throws IOException {
            LargeFileTest test = new LargeFileTest();
            test.directory = Path.of(arguments[0]);
            switch (arguments[1]) {
                case "offsets" -> test.offsets();
                case "payloadAcrossWindows" -> test.payloadAcrossWindows();
                default -> throw new IllegalArgumentException(arguments[1]);
            }
            System.out.println("read");
        }
    }

    private void alone(String scenario) throws Exception {
        ChildProcess process = ChildProcess.java(
                directory,
                directory.resolve("output"),
                "-Xmx1g",
                Alone.class.getName(),
                directory.toString(),
                scenario);
        assertThat(process.awaitEnd()).as(process::output).isZero();
        assertThat(process.output()).isEqualTo("read\n");
    }

    @Test
    void offsetsGoBeyondFourGigabytes() throws Exception {
        alone("offsets");
    }

    private void offsets() throws IOException {
        int[] sizes = {900 << 20, 1100 << 20, LARGEST, 300 << 20, 5};
        Path file = sparse(sizes);
        try (RecordReader reader =
                RecordReader.open(file, RecordReaderOptions.defaults().ignorePayloadChecksums())) {
            long offset = 0;
            for (int size : sizes) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.payloadSize()).isEqualTo(size);
                assertThat(reader.offset()).isEqualTo(offset);
                offset += size + 16L;
            }
            assertThat(reader.next()).isFalse();
            assertThat(offset).isGreaterThan(1L << 32);
        }
    }

    @Test
    void payloadAcrossWindowsIsVerified() throws Exception {
        alone("payloadAcrossWindows");
    }

    private void payloadAcrossWindows() throws IOException {
        Path file = sparse(300 << 20, 1100 << 20, 5);
        try (RecordReader reader = RecordReader.open(file)) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isTrue();
            assertThat(reader.payload().get(reader.payload().limit() - 1)).isZero();
            assertThat(reader.next()).isTrue();
            assertThat(reader.payloadBytes()).containsExactly(0, 0, 0, 0, 0);
            assertThat(reader.next()).isFalse();
        }
    }
}
