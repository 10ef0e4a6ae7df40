package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads and writes with a memory limit for one record. */
class MaxRecordSizeTest {

    private static final int LARGE_BYTES = 6 << 20;
    private static final int LIMIT = 5 << 20;
    private static final byte[] SMALL = {1, 2, 3};
    private static final int SMALL_FRAME = 3 + 16;

    private final List<SkippedRegion> regions = new ArrayList<>();

    @TempDir
    private Path directory;

    private List<DamagePolicy> policies() {
        return List.of(DamagePolicy.FAIL, DamagePolicy.STOP_AT_TORN_TAIL, DamagePolicy.skip(regions::add));
    }

    private static RecordReaderOptions limited() {
        return RecordReaderOptions.defaults().maxRecordSize(LIMIT);
    }

    /** Returns a file with a small, a large and another small record. */
    private static byte[] records(Compression compression) throws IOException {
        return records(compression, LARGE_BYTES);
    }

    private static byte[] records(Compression compression, int largeBytes) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (RecordWriter writer = RecordWriter.create(
                file, "memory", RecordWriterOptions.defaults().compression(compression))) {
            writer.write(SMALL);
            writer.write(new byte[largeBytes]);
            writer.write(SMALL);
            writer.commit();
        }
        return file.toByteArray();
    }

    private static byte[] compressed(Compression compression, byte[] content) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (WritableByteChannel sink = Channels.newChannel(file);
                dev.riffle.io.CompressedOutput out = compression.compress(sink)) {
            ByteBuffer left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                out.write(left);
            }
            out.finish();
        }
        return file.toByteArray();
    }

    /** Returns a small record, the header of a record of {@code length} bytes, and {@code rest} zeros. */
    private static byte[] claiming(long length, int rest) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (RecordWriter writer = RecordWriter.create(file, "memory", RecordWriterOptions.defaults())) {
            writer.write(SMALL);
            writer.commit();
        }
        ByteBuffer header = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        file.write(header.putLong(length).putInt(MaskedCrc32c.ofLength(length)).array());
        file.write(new byte[rest]);
        return file.toByteArray();
    }

    private static ByteSource stream(byte[] file) {
        return ByteSource.of(new ByteArrayInputStream(file), "memory");
    }

    private static void checkFinding(CorruptRecordException found) {
        checkFinding(found, LARGE_BYTES);
    }

    private static void checkFinding(CorruptRecordException found, int largeBytes) {
        assertThat(found.reason()).isEqualTo(Reason.OVER_LIMIT);
        assertThat(found.recordIndex()).isEqualTo(1);
        assertThat(found.recordOffset()).isEqualTo(SMALL_FRAME);
        assertThat(found)
                .hasMessage("memory: record 1 at offset 19: record larger than the memory limit:"
                        + " expected at most 5242880 bytes, found " + largeBytes
                        + " bytes; raise the limit (--max-record,"
                        + " RecordReaderOptions.maxRecordSize) and, if needed, the heap (-Xmx)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NONE", "GZIP", "ZLIB", "SNAPPY"})
    void throwsUnderEveryPolicyForALargeRecord(String name) throws IOException {
        byte[] file = records(Compression.of(name));
        for (DamagePolicy policy : policies()) {
            try (RecordReader reader = RecordReader.open(stream(file), limited().damage(policy))) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.payloadBytes()).isEqualTo(SMALL);
                for (int i = 0; i < 2; i++) {
                    assertThatThrownBy(reader::next)
                            .isInstanceOfSatisfying(CorruptRecordException.class, MaxRecordSizeTest::checkFinding);
                }
                assertThat(reader.tornTail()).isEmpty();
            }
        }
        assertThat(regions).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NONE", "GZIP", "ZLIB", "SNAPPY"})
    void readsARecordOfExactlyTheLimit(String name) throws IOException {
        byte[] file = records(Compression.of(name));
        try (RecordReader reader =
                RecordReader.open(stream(file), RecordReaderOptions.defaults().maxRecordSize(LARGE_BYTES))) {
            assertThat(reader.stream().map(Bytes::size)).containsExactly(3, LARGE_BYTES, 3);
        }
    }

    @Test
    void limitsFilesThatAreNotMapped() throws IOException {
        Path file = Files.write(directory.resolve("a.tfrecord"), records(Compression.NONE));
        try (RecordReader reader = RecordReader.open(file, limited().withoutMapping())) {
            assertThat(reader.next()).isTrue();
            assertThatThrownBy(reader::next).hasMessageContaining(file + ": record 1 at offset 19: record larger");
            reader.seek(SMALL_FRAME + LARGE_BYTES + 16, 2);
            assertThat(reader.next()).isTrue();
            assertThat(reader.payloadBytes()).isEqualTo(SMALL);
        }
    }

    @Test
    void limitsMappedRecordsOnlyWhenTheyAreCopied() throws IOException {
        Path file = Files.write(directory.resolve("a.tfrecord"), records(Compression.NONE));
        try (RecordReader reader =
                RecordReader.open(file, RecordReaderOptions.defaults().maxRecordSize(2))) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.payload().remaining()).isEqualTo(3);
            assertThat(reader.next()).isTrue();
            assertThat(reader.payload().remaining()).isEqualTo(LARGE_BYTES);
            assertThatThrownBy(reader::payloadBytes)
                    .hasMessageContaining(
                            "record 1 at offset 19: record larger than the memory limit: expected at most 2");
            assertThat(reader.next()).isTrue();
            assertThat(reader.index()).isEqualTo(2);
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void endsASearchAfterDamageAtTheLimit() throws IOException {
        // This size exceeds the bytes that a search holds under any limit.
        int largeBytes = 24 << 20;
        byte[] content = records(Compression.NONE, largeBytes);
        content[12]++;
        byte[] file = compressed(Compression.GZIP, content);
        try (RecordReader reader = RecordReader.open(stream(file), limited().damage(DamagePolicy.skip(regions::add)))) {
            assertThatThrownBy(reader::next)
                    .isInstanceOfSatisfying(CorruptRecordException.class, found -> checkFinding(found, largeBytes));
        }
        assertThat(regions)
                .singleElement()
                .satisfies(region -> assertThat(region.length()).isEqualTo(SMALL_FRAME));
    }

    /**
     * Reads a header above the limit, which proves nothing about the bytes after it. The number of those bytes decides
     * whether the file is damaged.
     */
    @ParameterizedTest
    @ValueSource(strings = {"NONE", "GZIP", "ZLIB", "SNAPPY"})
    void reportsAShortSourceAsTruncated(String name) throws IOException {
        byte[] file = compressed(Compression.of(name), claiming(600 << 20, 100));
        for (ByteSource source : List.of(stream(file), ByteSource.of(Bytes.copyOf(file), "memory"))) {
            RecordReaderOptions options = RecordReaderOptions.defaults().maxRecordSize(1000);
            try (RecordReader reader = RecordReader.open(source, options.damage(DamagePolicy.STOP_AT_TORN_TAIL))) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.next()).isFalse();
                assertThat(reader.tornTail())
                        .hasValueSatisfying(tail -> assertThat(tail)
                                .hasMessageContaining("truncated record: expected 629145604 bytes after the header,"
                                        + " found 100 bytes before the end"));
            }
        }
    }

    @Test
    void reportsATruncatedFileOfKnownSizeWithoutReadingIt() throws IOException {
        Path file = Files.write(directory.resolve("a.tfrecord"), claiming(60 << 20, LARGE_BYTES));
        try (RecordReader reader = RecordReader.open(file, limited().withoutMapping())) {
            assertThat(reader.next()).isTrue();
            assertThatThrownBy(reader::next)
                    .hasMessageContaining("truncated record: expected 62914564 bytes after the header, found "
                            + LARGE_BYTES + " bytes");
        }
    }

    private static void checkTooLarge(ThrowingCallable reading) {
        assertThatThrownBy(reading)
                .isInstanceOfSatisfying(CorruptRecordException.class, found -> {
                    assertThat(found.reason()).isEqualTo(Reason.OVER_LIMIT);
                    assertThat(found.recordIndex()).isEqualTo(1);
                })
                .hasMessageContaining("expected at most 5242880 bytes, found 6291456 bytes");
    }

    @Test
    void limitsReadsOfAnIndex() throws IOException {
        Path plain = Files.write(directory.resolve("a.tfrecord"), records(Compression.NONE));
        Path packed = Files.write(directory.resolve("a.gz"), records(Compression.GZIP));
        IndexOptions limited = IndexOptions.defaults().maxRecordSize(LIMIT);
        checkTooLarge(() -> RecordIndex.open(List.of(packed), limited));
        checkTooLarge(() -> RecordIndex.openSources(List.of(ByteSource.of(packed)), limited));
        checkTooLarge(() -> IndexFile.of(packed).build(limited));
        checkTooLarge(() -> IndexFile.of(packed).exportText(ByteSink.of(directory.resolve("text")), limited));
        IndexFile.of(packed).build(IndexOptions.defaults());
        for (Path file : List.of(plain, packed)) {
            try (RecordIndex index = RecordIndex.open(List.of(file), limited)) {
                checkTooLarge(() -> index.get(1));
                assertThat(index.get(2).toByteArray()).isEqualTo(SMALL);
            }
            try (RecordIndex index =
                    RecordIndex.open(List.of(file), IndexOptions.defaults().maxRecordSize(LARGE_BYTES))) {
                assertThat(index.get(1).size()).isEqualTo(LARGE_BYTES);
            }
        }
    }

    @Test
    void rejectsALimitOfZero() {
        assertThatThrownBy(() -> RecordReaderOptions.defaults().maxRecordSize(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxRecordSize must be positive, or -1 (Riffle chooses): 0");
    }
}
