package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** The caller decides whether closing a reader closes the stream, so a reader can read each entry of a zip file. */
class ReaderOfEntriesTest {

    private static byte[] zip() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Compression compression : List.of(Compression.NONE, Compression.GZIP, Compression.NONE)) {
                zip.putNextEntry(new ZipEntry("part-" + bytes.size() + ".tfrecord"));
                byte[][] payloads = new byte[300][];
                for (int i = 0; i < payloads.length; i++) {
                    payloads[i] = (compression.name() + " " + i).getBytes(StandardCharsets.UTF_8);
                }
                zip.write(RecordFiles.write(RecordWriterOptions.defaults().compression(compression), payloads));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** A stream that counts how often it was closed. */
    private static final class Closing extends FilterInputStream {
        private int closed;

        Closing(byte[] bytes) {
            super(new ByteArrayInputStream(bytes));
        }

        @Override
        public void close() throws IOException {
            closed++;
            super.close();
        }
    }

    @Test
    void readsEachEntryOfAZipStream() throws IOException {
        List<String> last = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(zip()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                int count = 0;
                try (RecordReader records = RecordReader.open(ByteSource.leavingOpen(zip, entry.getName()))) {
                    while (records.next()) {
                        count++;
                        if (count == 300) {
                            last.add(new String(records.payloadBytes(), StandardCharsets.UTF_8));
                        }
                    }
                }
                assertThat(count).isEqualTo(300);
            }
        }
        assertThat(last).containsExactly("NONE 299", "GZIP 299", "NONE 299");
    }

    @Test
    void continuesWithTheNextEntryAfterAFewRecords() throws IOException {
        List<String> first = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(zip()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                try (RecordReader records = RecordReader.open(ByteSource.leavingOpen(zip, entry.getName()))) {
                    assertThat(records.next()).isTrue();
                    first.add(new String(records.payloadBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        assertThat(first).containsExactly("NONE 0", "GZIP 0", "NONE 0");
    }

    @Test
    void closesOnlyAStreamThatItOwns() throws IOException {
        Closing owned = new Closing(RecordFiles.GOLDEN);
        RecordReader.open(owned, "owned").close();
        assertThat(owned.closed).isEqualTo(1);

        Closing kept = new Closing(RecordFiles.GOLDEN);
        ReadableByteChannel channel = ByteSource.leavingOpen(kept, "kept").open(0);
        channel.close();
        assertThat(kept.closed).isZero();
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void takesOptions() throws IOException {
        byte[] torn = new byte[RecordFiles.GOLDEN.length - 1];
        System.arraycopy(RecordFiles.GOLDEN, 0, torn, 0, torn.length);
        RecordReaderOptions options = RecordReaderOptions.defaults()
                .format(RecordFormat.TFRECORD)
                .compression(Compression.NONE)
                .damage(DamagePolicy.STOP_AT_TORN_TAIL);
        Closing stream = new Closing(torn);
        try (RecordReader records = RecordReader.open(stream, "torn", options)) {
            while (records.next()) {
                assertThat(records.name()).isEqualTo("torn");
            }
            assertThat(records.tornTail()).isPresent();
        }
        assertThat(stream.closed).isEqualTo(1);
    }
}
