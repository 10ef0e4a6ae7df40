package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Defines the contract of every reader that advances with {@code next()} over records. */
public abstract class RecordCursorContract {

    private static final List<String> TEXTS = List.of("one", "", "three", "four is longer", "five");

    /** The methods that all readers have. */
    protected interface Cursor extends Closeable, Iterable<Bytes> {
        boolean next() throws IOException;

        ByteBuffer payload() throws IOException;

        byte[] payloadBytes() throws IOException;

        int payloadSize();

        long index();

        Stream<Bytes> stream();
    }

    /** Returns a reader of the records of a source, which returns one byte for each read. */
    protected abstract Cursor open(ByteSource source, RecordReaderOptions options) throws IOException;

    /** Returns a source of a TFRecord file. */
    private static ByteSource source(byte[] file) {
        return new ByteSource() {
            @Override
            public String name() {
                return "slow";
            }

            @Override
            public OptionalLong size() {
                return OptionalLong.of(file.length);
            }

            @Override
            public ReadableByteChannel open(long offset) {
                return new OneByteChannel(Bytes.copyOf(file)
                        .slice((int) offset, file.length - (int) offset)
                        .toByteArray());
            }
        };
    }

    private static byte[] file(List<String> texts) {
        return RecordFiles.tfRecords(texts.stream().map(String::getBytes).toArray(byte[][]::new));
    }

    private Cursor open(List<String> texts) throws IOException {
        return open(source(file(texts)), RecordReaderOptions.defaults());
    }

    /** Returns a reader of all texts, the third of which has a wrong byte. */
    private Cursor openDamaged(RecordReaderOptions options) throws IOException {
        byte[] file = file(TEXTS);
        file[(16 + 3) + 16 + 12] ^= 1;
        return open(source(file), options);
    }

    @Test
    void returnsTheRecordsInOrder() throws IOException {
        try (Cursor cursor = open(TEXTS)) {
            for (int i = 0; i < TEXTS.size(); i++) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.index()).isEqualTo(i);
                assertThat(Bytes.copyOf(cursor.payload()).utf8()).isEqualTo(TEXTS.get(i));
                assertThat(cursor.payloadSize()).isEqualTo(TEXTS.get(i).length());
                assertThat(cursor.payloadBytes()).isEqualTo(TEXTS.get(i).getBytes());
            }
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.next()).isFalse();
        }
    }

    @Test
    void payloadsAreReadOnlyAndLittleEndian() throws IOException {
        try (Cursor cursor = open(TEXTS)) {
            cursor.next();
            assertThat(cursor.payload().isReadOnly()).isTrue();
            assertThat(cursor.payload().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        }
    }

    @Test
    void readsNoRecords() throws IOException {
        try (Cursor cursor = open(List.of())) {
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.iterator().hasNext()).isFalse();
        }
    }

    @Test
    void hasNoRecordBeforeTheFirstAndAfterTheLast() throws IOException {
        try (Cursor cursor = open(List.of("only"))) {
            assertHasNoRecord(cursor);
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.next()).isFalse();
            assertHasNoRecord(cursor);
        }
    }

    private static void assertHasNoRecord(Cursor cursor) {
        assertThatIllegalStateException().isThrownBy(cursor::payload);
        assertThatIllegalStateException().isThrownBy(cursor::payloadBytes);
        assertThatIllegalStateException().isThrownBy(cursor::payloadSize);
        assertThatIllegalStateException().isThrownBy(cursor::index);
    }

    @Test
    void cannotBeUsedAfterClose() throws IOException {
        Cursor cursor = open(TEXTS);
        cursor.next();
        cursor.close();

        assertHasNoRecord(cursor);
        assertThatIllegalStateException().isThrownBy(cursor::next).withMessageContaining("closed");
        assertThatCode(cursor::close).doesNotThrowAnyException();
    }

    @Test
    void iteratesOverCopiesOfTheRemainingRecords() throws IOException {
        try (Cursor cursor = open(TEXTS)) {
            cursor.next();
            Iterator<Bytes> iterator = cursor.iterator();
            List<Bytes> rest = new ArrayList<>();
            while (iterator.hasNext()) {
                assertThat(iterator.hasNext()).isTrue();
                rest.add(iterator.next());
            }

            assertThat(rest).extracting(Bytes::utf8).isEqualTo(TEXTS.subList(1, TEXTS.size()));
            assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
        }
    }

    @Test
    void closingTheStreamClosesTheReader() throws IOException {
        Cursor cursor = open(TEXTS);
        try (Stream<Bytes> stream = cursor.stream()) {
            assertThat(stream.map(Bytes::utf8).limit(2)).isEqualTo(TEXTS.subList(0, 2));
        }

        assertThatIllegalStateException().isThrownBy(cursor::next).withMessageContaining("closed");
    }

    @Test
    void reportsDamageOnEachCall() throws IOException {
        try (Cursor cursor = openDamaged(RecordReaderOptions.defaults())) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.next()).isTrue();
            CorruptRecordException damage = catchThrowableOfType(CorruptRecordException.class, cursor::next);
            assertThat(damage).hasMessageContaining("slow").hasMessageContaining("record 2");
            assertThatThrownBy(cursor::next).isSameAs(damage);
            assertHasNoRecord(cursor);
        }
    }

    @Test
    void skipsDamage() throws IOException {
        List<SkippedRegion> skipped = new ArrayList<>();
        RecordReaderOptions options = RecordReaderOptions.defaults().damage(DamagePolicy.skip(skipped::add));
        try (Cursor cursor = openDamaged(options)) {
            assertThat(cursor).extracting(Bytes::utf8).containsExactly("one", "", "four is longer", "five");
        }
        assertThat(skipped).singleElement().satisfies(region -> {
            assertThat(region.source()).isEqualTo("slow");
            assertThat(region.index()).isEqualTo(2);
        });
    }

    @Test
    void iteratorsWrapDamage() throws IOException {
        try (Cursor cursor = openDamaged(RecordReaderOptions.defaults())) {
            Iterator<Bytes> iterator = cursor.iterator();
            iterator.next();
            iterator.next();
            assertThatThrownBy(iterator::hasNext)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(CorruptRecordException.class);
        }
    }
}
