package dev.riffle;

import static dev.riffle.RecordFiles.GOLDEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Applies all kinds of damage to the three records of the golden file, for every kind of source. */
class TfRecordDamageTest {

    private static final List<Bytes> RECORDS = List.of(Bytes.ofUtf8("abc"), Bytes.empty(), Bytes.ofUtf8("hello"));
    private static final long[] OFFSETS = {0, 19, 35};

    /** The kinds of sources for the same bytes. */
    enum Offered {
        IN_MEMORY,
        AS_STREAM,
        ONE_BYTE_AT_A_TIME
    }

    private static ByteSource offer(Offered offered, byte[] file) {
        return switch (offered) {
            case IN_MEMORY -> ByteSource.of(Bytes.copyOf(file), "memory");
            case AS_STREAM -> ByteSource.of(new ByteArrayInputStream(file), "memory");
            case ONE_BYTE_AT_A_TIME -> ByteSource.of(new OneByteChannel(file), "memory");
        };
    }

    private static Stream<Arguments> everyLength() {
        return Stream.of(Offered.values())
                .flatMap(offered ->
                        Stream.iterate(0, n -> n <= GOLDEN.length, n -> n + 1).map(n -> Arguments.of(offered, n)));
    }

    @ParameterizedTest
    @MethodSource("everyLength")
    void reportsCutsAtEveryLength(Offered offered, int length) throws IOException {
        RecordFiles.Outcome outcome =
                RecordFiles.read(offer(offered, Arrays.copyOf(GOLDEN, length)), RecordFiles.tfRecord(Compression.NONE));

        int whole = (int) Arrays.stream(new long[] {19, 35, 56})
                .filter(end -> end <= length)
                .count();
        assertThat(outcome.records()).isEqualTo(RECORDS.subList(0, whole));
        long rest = whole == 3 ? 0 : length - OFFSETS[whole];
        if (rest == 0) {
            assertThat(outcome.damage()).isEmpty();
            return;
        }
        CorruptRecordException damage = outcome.only();
        assertThat(damage.reason()).isEqualTo(rest < 12 ? Reason.TRUNCATED_HEADER : Reason.TRUNCATED_PAYLOAD);
        assertThat(damage.recordIndex()).isEqualTo(whole);
        assertThat(damage.recordOffset()).isEqualTo(OFFSETS[whole]);
        assertThat(damage.offset()).isEqualTo(OFFSETS[whole]);
        assertThat(damage.source()).isEqualTo("memory");
    }

    @ParameterizedTest
    @MethodSource("everyLength")
    void endsCleanlyAtATornTailOnRequest(Offered offered, int length) throws IOException {
        RecordReaderOptions options = RecordFiles.tfRecord(Compression.NONE).damage(DamagePolicy.STOP_AT_TORN_TAIL);
        try (RecordReader reader = RecordReader.open(offer(offered, Arrays.copyOf(GOLDEN, length)), options)) {
            while (reader.next()) {
                assertThat(reader.index()).isBetween(0L, 2L);
            }
            boolean whole = length == 0 || length == 19 || length == 35 || length == 56;
            assertThat(reader.tornTail().isPresent()).isEqualTo(!whole);
        }
    }

    private static Stream<Arguments> everyBit() {
        return Stream.of(Offered.values())
                .flatMap(offered -> Stream.iterate(0, n -> n < GOLDEN.length * 8, n -> n + 1)
                        .map(n -> Arguments.of(offered, n)));
    }

    @ParameterizedTest
    @MethodSource("everyBit")
    void reportsEveryFlippedBit(Offered offered, int bit) throws IOException {
        byte[] file = GOLDEN.clone();
        file[bit / 8] ^= (byte) (1 << bit % 8);
        RecordFiles.Outcome outcome = RecordFiles.read(offer(offered, file), RecordFiles.tfRecord(Compression.NONE));

        int record = bit / 8 < 19 ? 0 : bit / 8 < 35 ? 1 : 2;
        boolean inHeader = bit / 8 - OFFSETS[record] < 12;
        CorruptRecordException damage = outcome.only();
        assertThat(outcome.records()).isEqualTo(RECORDS.subList(0, record));
        assertThat(damage.reason()).isEqualTo(inHeader ? Reason.LENGTH_CHECKSUM : Reason.PAYLOAD_CHECKSUM);
        assertThat(damage.offset()).isEqualTo(OFFSETS[record] + (inHeader ? 0 : 12));
        assertThat(damage.recordOffset()).isEqualTo(OFFSETS[record]);
        assertThat(damage.expected()).matches("0x[0-9a-f]{8}").isNotEqualTo(damage.found());
        assertThat(damage.found()).matches("0x[0-9a-f]{8}");
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                1L << 20,
                1L << 31,
                (1L << 31) - 9,
                (1L << 31) - 8,
                1L << 35,
                1L << 40,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                -1,
                -16
            })
    void doesNotAllocateForAbsurdLengths(long length) throws IOException {
        byte[] file = header(length);
        for (Offered offered : Offered.values()) {
            CorruptRecordException damage = RecordFiles.read(
                            offer(offered, file), RecordFiles.tfRecord(Compression.NONE))
                    .only();

            boolean possible = length >= 0 && length <= Integer.MAX_VALUE - 8;
            boolean known = offered == Offered.IN_MEMORY;
            assertThat(damage.reason())
                    .as("%s", offered)
                    .isEqualTo(possible || (known && length > 0) ? Reason.TRUNCATED_PAYLOAD : Reason.TOO_LARGE);
            assertThat(damage.offset()).isZero();
        }
    }

    private static byte[] header(long length) {
        return ByteBuffer.allocate(14)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .putInt(MaskedCrc32c.ofLength(length))
                .array();
    }

    @Test
    void throwsDamageAgain() throws IOException {
        byte[] file = GOLDEN.clone();
        file[40] ^= 1;
        try (RecordReader reader = RecordReader.open(RecordFiles.source(file))) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isTrue();
            assertThatThrownBy(reader::next).isInstanceOf(CorruptRecordException.class);
            assertThatThrownBy(reader::next)
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageStartingWith(
                            "memory: record 2 at offset 35: length checksum does not match: expected 0x");
            assertThatThrownBy(reader::payload).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void ignoresPayloadChecksumsOnRequest() throws IOException {
        byte[] file = GOLDEN.clone();
        file[12] ^= 1;
        RecordFiles.Outcome outcome = RecordFiles.read(
                RecordFiles.source(file), RecordReaderOptions.defaults().ignorePayloadChecksums());
        assertThat(outcome.damage()).isEmpty();
        assertThat(outcome.records()).hasSize(3);
        assertThat(outcome.records().get(0).utf8()).isEqualTo("`bc");

        file[8] ^= 1;
        assertThat(RecordFiles.read(
                                RecordFiles.source(file),
                                RecordFiles.tfRecord(Compression.NONE).ignorePayloadChecksums())
                        .only()
                        .reason())
                .isEqualTo(Reason.LENGTH_CHECKSUM);
    }
}
