package dev.riffle.scan;

import dev.riffle.RecordFiles;
import dev.riffle.RecordReaderOptions;
import dev.riffle.Rounds;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Writes a sparse file of more than 4 GiB: four large records of zeros, each followed by small records. */
public final class FarFile {

    /** The payload size of each large record in bytes. */
    static final int LARGE = 1100 << 20;

    /** The distance between two large records in bytes. */
    public static final long PERIOD = LARGE + 16L + RecordFiles.GOLDEN.length;

    /** The number of small records after each large one. */
    public static final int GOLDEN_RECORDS = 3;

    public static final long COUNT = 4L * (1 + GOLDEN_RECORDS);

    private static final int FOOTER = MaskedCrc32c.mask(checksumOfZeros());

    private FarFile() {}

    private static int checksumOfZeros() {
        CRC32C crc = new CRC32C();
        byte[] zeros = new byte[1 << 20];
        for (int summed = 0; summed < LARGE; summed += zeros.length) {
            crc.update(zeros);
        }
        return (int) crc.getValue();
    }

    /** Writes the file, or skips the test if files in this directory cannot have holes. */
    public static Path write(Path directory) throws IOException {
        SparseFiles.assumeIn(directory);
        ByteBuffer header = littleEndian(12).putLong(LARGE).putInt(MaskedCrc32c.ofLength(LARGE));
        ByteBuffer footer = littleEndian(4).putInt(FOOTER);
        Path file = directory.resolve("far");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE)) {
            for (int i = 0; i < 4; i++) {
                channel.write(header.flip());
                channel.position(channel.position() + LARGE);
                channel.write(footer.flip());
                channel.write(ByteBuffer.wrap(RecordFiles.GOLDEN));
            }
        }
        return file;
    }

    /**
     * Returns the options for reading the complete file. Only a full run verifies the payloads of zeros, because the
     * system needs seconds to provide 4 GiB of zero pages for a hole.
     */
    public static RecordReaderOptions options() {
        RecordReaderOptions options = RecordFiles.tfRecord(Compression.NONE);
        return Rounds.isFull() ? options : options.ignorePayloadChecksums();
    }

    private static ByteBuffer littleEndian(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
