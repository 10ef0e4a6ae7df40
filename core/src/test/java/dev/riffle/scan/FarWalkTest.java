package dev.riffle.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexState;
import dev.riffle.index.RecordIndex;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A walk of several threads, and a search, in a sparse file of more than 4 GiB. */
class FarWalkTest {

    private static final int LARGE = 1100 << 20;

    @TempDir
    Path directory;

    /** Four records of zeros, none of which is written, with small ones behind each. */
    private Path sparse() throws IOException {
        SparseFiles.assumeIn(directory);
        CRC32C crc = new CRC32C();
        byte[] zeros = new byte[1 << 20];
        for (int done = 0; done < LARGE; done += zeros.length) {
            crc.update(zeros);
        }
        ByteBuffer header = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(LARGE)
                .putInt(MaskedCrc32c.ofLength(LARGE))
                .flip();
        ByteBuffer footer = ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(MaskedCrc32c.mask((int) crc.getValue()))
                .flip();
        Path file = directory.resolve("far");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE)) {
            for (int i = 0; i < 4; i++) {
                channel.write(header.rewind());
                channel.position(channel.position() + LARGE);
                channel.write(footer.rewind());
                channel.write(ByteBuffer.wrap(RecordFiles.GOLDEN));
            }
        }
        return file;
    }

    @Test
    void indexesBeyondFourGigabytes() throws IOException {
        Path file = sparse();
        long period = LARGE + 16L + RecordFiles.GOLDEN.length;
        // A text spares the sums of all the zeros.
        StringBuilder lines = new StringBuilder();
        for (long from = 0; from < 4 * period; from += period) {
            long behind = from + LARGE + 16;
            lines.append(String.format("%d %d\n%d 19\n", from, LARGE + 16L, behind));
            lines.append(String.format("%d 16\n%d %d\n", behind + 19, behind + 35, RecordFiles.GOLDEN.length - 35));
        }
        Path given = Files.writeString(directory.resolve("given"), lines);
        IndexFile side = IndexFile.of(file);
        assertThat(side.importText(ByteSource.of(given)).records()).isEqualTo(16);
        assertThat(side.check().kind()).isEqualTo(IndexState.Kind.FRESH);
        try (RecordIndex index = RecordIndex.open(List.of(file));
                RecordReader golden = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN))) {
            for (int i = 13; i < 16; i++) {
                assertThat(golden.next()).isTrue();
                assertThat(index.place(i).offset()).isEqualTo(3 * period + LARGE + 16 + golden.offset());
                assertThat(index.get(i)).isEqualTo(Bytes.copyOf(golden.payload()));
            }
        }
        Path text = directory.resolve("offsets");
        assertThat(side.exportText(ByteSink.of(text))).isEqualTo(16);
        assertThat(text).hasSameTextualContentAs(given);
    }

    @Test
    void walksAndFindsBeyondFourGigabytes() throws IOException {
        ByteSource source = ByteSource.of(sparse());
        long behind = LARGE + 16L;
        long period = behind + RecordFiles.GOLDEN.length;
        List<Long> offsets = new ArrayList<>();
        ParallelScan.of(source)
                .threads(2)
                .<List<Long>>walk(
                        records -> {
                            List<Long> its = new ArrayList<>();
                            while (records.next()) {
                                its.add(records.offset());
                            }
                            return its;
                        },
                        offsets::addAll);
        List<Long> expected = new ArrayList<>();
        for (long from = 0; from < 4 * period; from += period) {
            expected.addAll(List.of(from, from + behind, from + behind + 19, from + behind + 35));
        }
        assertThat(offsets).isEqualTo(expected);
        assertThat(offsets.get(15)).isGreaterThan(1L << 32);
        try (RecordReader reader = RecordReader.open(source, RecordFiles.tfRecord(Compression.NONE))) {
            long near = 4 * period - RecordFiles.GOLDEN.length;
            assertThat(reader.find(near - 100, Long.MAX_VALUE)).hasValue(near);
            assertThat(reader.find(near - 100, near)).isEmpty();
            assertThat(reader.find(near + 1, Long.MAX_VALUE)).hasValue(near + 19);
        }
    }
}
