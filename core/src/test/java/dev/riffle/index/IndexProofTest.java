package dev.riffle.index;

import static dev.riffle.index.UnprovenIndexTest.BY_ID;
import static dev.riffle.index.UnprovenIndexTest.assertStale;
import static dev.riffle.index.UnprovenIndexTest.frames;
import static dev.riffle.index.UnprovenIndexTest.key;
import static dev.riffle.index.UnprovenIndexTest.numbers;
import static dev.riffle.index.UnprovenIndexTest.payload;
import static dev.riffle.index.UnprovenIndexTest.reversed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.riffle.CorruptRecordException;
import dev.riffle.InPlaceChange;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes data files of open indexes. No sample of a fingerprint is among the changed records. */
class IndexProofTest {

    private static final int COUNT = 2000;

    /** The first of the changed records. */
    private static final int FIRST = 1010;

    private static final Bytes ABSENT = Bytes.ofUtf8("absent");

    @TempDir
    Path directory;

    /** Writes records of equal size, and their index file. */
    private Path indexed(String name, int from) throws IOException {
        Path file = Files.write(directory.resolve(name), frames(RecordFormat.TFRECORD, numbers(from, from + COUNT)));
        IndexFile.of(file).build(BY_ID);
        return file;
    }

    /** Overwrites records of equal size in place. */
    private static void write(Path file, int record, List<Integer> records) throws IOException {
        byte[] frames = frames(RecordFormat.TFRECORD, records);
        InPlaceChange.write(file, (long) record * frames.length / records.size(), frames);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aConfirmationHoldsForOneStateOfTheFile(boolean fresh) throws IOException {
        Path file = indexed("data", 0);
        if (!fresh) {
            write(file, FIRST, numbers(FIRST, FIRST + 10));
        }
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID)) {
            assertThat(index.find(ABSENT)).isEmpty();
            write(file, FIRST, reversed(FIRST, FIRST + 10));
            assertStale(file, () -> index.find(ABSENT));
            write(file, FIRST, numbers(FIRST, FIRST + 10));
            assertThat(index.find(ABSENT)).isEmpty();
            InPlaceChange.write(file, 0, new byte[0]);
            index.confirm();
        }
    }

    @Test
    void aRecordThatMovesWhileTheIndexIsOpenIsNotDamaged() throws IOException {
        Path file = indexed("data", 0);
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID)) {
            byte[] two = twoInOne(RecordFormat.TFRECORD);
            InPlaceChange.write(file, (long) FIRST * two.length / 2, two);
            assertStale(file, () -> index.get(FIRST + 1));
        }
    }

    /** Returns the frame of one record, which takes the bytes of two. */
    private static byte[] twoInOne(RecordFormat format) {
        int size = frames(format, List.of(0, 1)).length;
        byte[] frame = {};
        for (int text = 0; frame.length < size; text++) {
            byte[] payload = Example.builder()
                    .put("id", key(FIRST).utf8())
                    .put("text", "x".repeat(text))
                    .build()
                    .toByteArray(format == RecordFormat.TFRECORD ? Dialect.TENSORFLOW : Dialect.ONEFLOW);
            frame = RecordFiles.write(RecordWriterOptions.defaults().format(format), payload);
        }
        assertThat(frame).hasSize(size);
        return frame;
    }

    /** The bytes at the old offset of a record are now a length over the limit. */
    @Test
    void aLengthAtAWrongOffsetIsNotALargeRecord() throws IOException {
        RecordFormat format = RecordFormat.OFRECORD;
        Path file = Files.write(directory.resolve("data"), frames(format, numbers(0, COUNT)));
        IndexFile.of(file).build(BY_ID);
        byte[] two = twoInOne(format);
        ByteBuffer.wrap(two).order(ByteOrder.LITTLE_ENDIAN).putLong(two.length / 2, 5000);
        InPlaceChange.write(file, (long) FIRST * two.length / 2, two);
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID.maxRecordSize(1000))) {
            assertStale(file, () -> index.get(FIRST + 1));
        }
    }

    @Test
    void aMissIsConfirmedForEachFile() throws IOException {
        Path first = indexed("first", 0);
        Path second = indexed("second", 10 * COUNT);
        write(first, FIRST, List.of(10 * COUNT + 5));
        try (RecordIndex index = RecordIndex.open(List.of(first, second), BY_ID)) {
            assertStale(first, () -> index.find(key(10 * COUNT + 5)));
            assertStale(first, () -> index.findAll(key(10 * COUNT + 5)));
        }
        try (RecordIndex index = RecordIndex.open(List.of(second, first), BY_ID)) {
            assertThat(index.find(key(10 * COUNT + 5))).hasValue(5);
            assertStale(first, () -> index.findAll(key(10 * COUNT + 5)));
        }
    }

    /** A scan stops at the first damage, so it knows nothing about later records. */
    @ParameterizedTest
    @ValueSource(ints = {FIRST - 50, FIRST + 40})
    void otherDamageDoesNotDamageARecord(int damaged) throws IOException {
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            payloads.add(("record " + i + "x".repeat(i * 7 % 100)).getBytes());
        }
        Path file = Files.write(directory.resolve("data"), RecordFiles.tfRecords(payloads.toArray(byte[][]::new)));
        IndexFile.of(file).build(IndexOptions.defaults());
        Collections.reverse(payloads.subList(FIRST, FIRST + 20));
        byte[] changed = RecordFiles.tfRecords(payloads.toArray(byte[][]::new));
        long offset = payloads.subList(0, damaged).stream()
                .mapToLong(payload -> payload.length + 16)
                .sum();
        changed[(int) offset + 12] ^= 1;
        InPlaceChange.write(file, 0, changed);
        try (RecordIndex index = RecordIndex.open(List.of(file))) {
            if (damaged > FIRST) {
                assertStale(file, () -> index.get(FIRST + 3));
            } else {
                CorruptRecordException e =
                        catchThrowableOfType(CorruptRecordException.class, () -> index.get(FIRST + 3));
                assertThat(e.recordIndex()).isEqualTo(damaged);
                assertThat(e.getSuppressed()).singleElement().isInstanceOf(CorruptRecordException.class);
            }
            assertThatThrownBy(() -> index.get(damaged))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContaining("record " + damaged);
        }
    }

    /** Callers may add suppressed exceptions to a failure. */
    @Test
    void eachFailureIsANewException() throws IOException {
        Path file = indexed("data", 0);
        InPlaceChange.write(file, (long) FIRST * (payload(0, RecordFormat.TFRECORD).length + 16), new byte[50]);
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID)) {
            for (int i = 0; i < 2; i++) {
                CorruptRecordException e = catchThrowableOfType(CorruptRecordException.class, index::confirm);
                assertThat(e.getSuppressed()).isEmpty();
                e.addSuppressed(new IOException());
                e = catchThrowableOfType(CorruptRecordException.class, () -> index.get(FIRST));
                assertThat(e.getSuppressed()).hasSizeLessThan(2);
                e.addSuppressed(new IOException());
            }
        }
    }

    /** Reads records, but fails to read from the beginning. */
    private record Unscannable(ByteSource bytes, boolean[] fails) implements ByteSource {

        @Override
        public String name() {
            return bytes.name();
        }

        @Override
        public OptionalLong size() throws IOException {
            return bytes.size();
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            if (fails[0] && offset == 0) {
                throw new IOException("no connection");
            }
            return bytes.open(offset);
        }
    }

    @Test
    void aFailedScanKeepsTheFailureOfTheRead() throws IOException {
        byte[] content = frames(RecordFormat.TFRECORD, numbers(0, COUNT));
        boolean[] fails = {false};
        ByteSource source = new Unscannable(ByteSource.of(Bytes.ofOwned(content), "remote"), fails);
        IndexFile side = IndexFile.of(source, directory.resolve("side"));
        side.build(IndexOptions.defaults());
        int frame = content.length / COUNT;
        Arrays.fill(content, FIRST * frame, FIRST * frame + 50, (byte) 0);
        try (RecordIndex index = side.open(IndexOptions.defaults())) {
            fails[0] = true;
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> index.get(FIRST))
                        .hasMessageContaining("no connection")
                        .satisfies(e -> assertThat(e.getSuppressed())
                                .singleElement()
                                .isInstanceOf(CorruptRecordException.class));
            }
            fails[0] = false;
            assertThatThrownBy(() -> index.get(FIRST)).hasMessageContaining("record " + FIRST);
        }
    }
}
