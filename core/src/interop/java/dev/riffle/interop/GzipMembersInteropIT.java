package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.Gzip;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that TensorFlow reads all gzip members that Riffle writes. TensorFlow stops silently at a member that ends
 * just after a multiple of 256 KiB, the size of its input buffer. Riffle's writer ends no member there. Without this
 * rule, some members of these files would end there.
 */
@ExtendWith(TensorFlowPresence.class)
class GzipMembersInteropIT {

    private static final int BUFFER_BYTES = 256 << 10;

    /** The number of files. A larger number tests more member ends: {@code -Driffle.interop.files=500}. */
    private static final int FILES = Integer.getInteger("riffle.interop.files", 4);

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "4096, 0, 300, 60000, 6",
        "4096, 500, 3000, 6000, 6",
        "4096, 4000, 4200, 4000, 6",
        "4096, 0, 3000, 9000, 1",
        "4096, 0, 3000, 9000, 0",
        "5000, 0, 100, 150000, 9",
        "65536, 0, 70000, 500, 6",
        "262144, 0, 1000, 30000, 0",
        "262016, 200, 1000, 30000, 0",
        "300000, 0, 600000, 60, 6"
    })
    void tensorFlowReadsEveryMember(int memberBytes, int fewest, int most, int count, int level) throws IOException {
        RandomRecords random = new RandomRecords();
        Gzip gzip = Compression.GZIP.cutMembers(memberBytes).level(level);
        for (int i = 0; i < FILES; i++) {
            Path file = directory.resolve("cut-" + i);
            List<byte[]> records = random.list(count, fewest, most);
            RecordInteropIT.write(file, gzip, records);
            RecordInteropIT.assertSame(TensorFlowRecords.read(file, gzip), records);
            Files.delete(file);
        }
    }

    /** Ends the first member of a file at every offset around a border of TensorFlow's buffer. */
    @Test
    void tensorFlowReadsMembersThatEndNearTheBorder() throws IOException {
        RandomRecords random = new RandomRecords();
        Gzip gzip = Compression.GZIP.cutMembers(4 << 10).level(0);
        for (int end = BUFFER_BYTES - 200; end <= BUFFER_BYTES + 200; end++) {
            Path file = directory.resolve("end-" + end);
            // Stored blocks make the member at most 200 bytes longer than its content.
            List<byte[]> records = List.of(random.payload(end - 100), random.payload(5000), random.payload(20));
            RecordInteropIT.write(file, gzip, records);
            RecordInteropIT.assertSame(TensorFlowRecords.read(file, gzip), records);
            Files.delete(file);
        }
    }

    /**
     * Checks the reason for the writer's padding. If this test fails, TensorFlow has fixed the error, and the writer no
     * longer needs the padding.
     */
    @Test
    void tensorFlowStillStopsAtAnEmptyMember() throws IOException {
        Path plain = directory.resolve("plain");
        List<byte[]> records = new RandomRecords().list(2, 10, 20);
        RecordInteropIT.write(plain, Compression.NONE, records);
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        for (byte[] content : new byte[][] {{}, Files.readAllBytes(plain)}) {
            try (GZIPOutputStream member = new GZIPOutputStream(members)) {
                member.write(content);
            }
        }
        Path file = directory.resolve("empty-member-first");
        Files.write(file, members.toByteArray());
        assertThat(TensorFlowRecords.read(file, Compression.GZIP)).isEmpty();
        List<byte[]> read = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(file)) {
            for (Bytes payload : reader) {
                read.add(payload.toByteArray());
            }
        }
        RecordInteropIT.assertSame(read, records);
    }
}
