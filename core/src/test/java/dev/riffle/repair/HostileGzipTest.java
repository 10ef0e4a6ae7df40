package dev.riffle.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFiles;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Checks that the search for members in hostile gzip files stays within a bound that depends on the file size. */
class HostileGzipTest {

    /** A gzip header followed by a block of an invalid type. */
    private static final byte[] BROKEN = {
        0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 255, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0
    };

    private static final int STORED_BYTES = 30_000;
    private static final int HEADS = 14;

    private static byte[] emptyMember() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new GZIPOutputStream(bytes).close();
        return bytes.toByteArray();
    }

    /** A file that counts how often a search opens it, and how many bytes the search reads. */
    private record Counted(byte[] file, AtomicLong opened, AtomicLong read) implements ByteSource {

        @Override
        public String name() {
            return "hostile";
        }

        @Override
        public OptionalLong size() {
            return OptionalLong.of(file.length);
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            opened.incrementAndGet();
            ReadableByteChannel in = RecordFiles.source(file).open(offset);
            return new ReadableByteChannel() {
                @Override
                public int read(ByteBuffer target) throws IOException {
                    int count = in.read(target);
                    read.addAndGet(Math.max(0, count));
                    return count;
                }

                @Override
                public boolean isOpen() {
                    return in.isOpen();
                }

                @Override
                public void close() throws IOException {
                    in.close();
                }
            };
        }
    }

    private static Counted examine(byte[] file) throws IOException {
        Counted source = new Counted(file, new AtomicLong(), new AtomicLong());
        RecordRepair.of(source).reading(RecordFiles.tfRecord(Compression.GZIP)).examine();
        return source;
    }

    @Test
    void limitsTheTriesOfHeaders() throws IOException {
        byte[] file = new byte[512 << 10];
        for (int i = 0; i + 4 <= file.length; i += 4) {
            System.arraycopy(BROKEN, 0, file, i, 4);
        }
        System.arraycopy(BROKEN, 0, file, 0, BROKEN.length);
        // The file contains four times this number of headers, each of which looks like a member.
        assertThat(examine(file).opened().get()).isLessThan(file.length / 16);
    }

    @Test
    void limitsTheTriesOfAllBreaksTogether() throws IOException {
        byte[] file = pieces(1 << 20);
        assertThat(examine(file).read().get()).isLessThan(400L * file.length);
    }

    /** Repeats an intact member, a damaged member, and headers whose stored blocks extend to the end of the file. */
    private static byte[] pieces(int size) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        boolean[] used = new boolean[size];
        for (int at = STORED_BYTES; at + 5 < size; at += STORED_BYTES + 5) {
            stored(out, at, STORED_BYTES);
            Arrays.fill(used, at, at + 5, true);
        }
        byte[] intact = emptyMember();
        int piece = intact.length + BROKEN.length + HEADS * 15;
        int at = 0;
        while (at + piece < size) {
            int clash = -1;
            for (int i = at; i < at + piece; i++) {
                clash = used[i] ? i : clash;
            }
            if (clash >= 0) {
                at = clash + 1;
                continue;
            }
            out.put(at, intact).put(at + intact.length, BROKEN);
            at += intact.length + BROKEN.length;
            for (int i = 0; i < HEADS; i++) {
                int data = at + 15;
                int next = data;
                while (next < size && !used[next]) {
                    next++;
                }
                if (next < size) {
                    out.put(at, BROKEN, 0, 10);
                    stored(out, at + 10, next - data);
                }
                at = data;
            }
        }
        return out.array();
    }

    private static void stored(ByteBuffer out, int at, int length) {
        out.put(at, (byte) 0).putShort(at + 1, (short) length).putShort(at + 3, (short) ~length);
    }
}
