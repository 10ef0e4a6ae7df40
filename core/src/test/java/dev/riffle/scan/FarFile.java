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

/** A sparse file of more than 4 GiB: four records of zeros without a block on the disk, each with small ones after it. */
public final class FarFile {

    /** Bytes of the payload of each large record. */
    static final int LARGE = 1100 << 20;

    /** Bytes from one large record to the next. */
    public static final long PERIOD = LARGE + 16L + RecordFiles.GOLDEN.length;

    /** Small records after each large one. */
    public static final int GOLDEN_RECORDS = 3;

    public static final long COUNT = 4L * (1 + GOLDEN_RECORDS);

    private static final int FOOTER = MaskedCrc32c.mask(checksumOfZeros());

    private FarFile() {}

    private static int checksumOfZeros() {
        CRC32C crc = new CRC32C();
        byte[] zeros = new byte[1 << 20];
        for (int done = 0; done < LARGE; done += zeros.length) {
            crc.update(zeros);
        }
        return (int) crc.getValue();
    }

    /** Writes the file, or ends the test if files in this directory cannot have holes. */
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
     * Returns the options to read the whole file with. Only a full run verifies the payloads of zeros, because the
     * system needs seconds to make 4 GiB of pages for a hole.
     */
    public static RecordReaderOptions options() {
        RecordReaderOptions options = RecordFiles.tfRecord(Compression.NONE);
        return Rounds.isFull() ? options : options.ignorePayloadChecksums();
    }

    private static ByteBuffer littleEndian(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
