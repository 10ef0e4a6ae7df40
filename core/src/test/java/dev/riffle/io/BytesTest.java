package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {

    private static final Bytes DIGITS = Bytes.ofUtf8("0123456789");

    @Test
    void copiesAnArray() {
        byte[] array = {1, 2, 3};

        Bytes bytes = Bytes.copyOf(array);
        array[0] = 9;

        assertThat(bytes.toByteArray()).containsExactly(1, 2, 3);
    }

    @Test
    void copiesAPartOfAnArray() {
        byte[] array = {1, 2, 3, 4, 5};

        Bytes bytes = Bytes.copyOf(array, 1, 3);
        array[2] = 9;

        assertThat(bytes.toByteArray()).containsExactly(2, 3, 4);
    }

    @Test
    void rejectsAPartOutsideTheArray() {
        byte[] array = {1, 2, 3};

        assertThatThrownBy(() -> Bytes.copyOf(array, 1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Bytes.copyOf(array, -1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Bytes.copyOf(array, Integer.MAX_VALUE, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Bytes.copyOf(array, 0, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void copiesTheRestOfABufferWithoutMovingIt() {
        ByteBuffer heap =
                ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}).position(1).limit(4);
        ByteBuffer direct = ByteBuffer.allocateDirect(5)
                .put(new byte[] {1, 2, 3, 4, 5})
                .position(1)
                .limit(4);

        for (ByteBuffer buffer : List.of(heap, direct, heap.asReadOnlyBuffer(), heap.slice())) {
            int position = buffer.position();
            Bytes bytes = Bytes.copyOf(buffer);
            assertThat(bytes.toByteArray()).containsExactly(2, 3, 4);
            assertThat(buffer.position()).isEqualTo(position);
        }
        Bytes kept = Bytes.copyOf(heap);
        heap.put(1, (byte) 9);
        assertThat(kept.get(0)).isEqualTo((byte) 2);
    }

    @Test
    void wrapsAnOwnedArrayWithoutACopy() {
        byte[] array = {1, 2, 3};

        Bytes bytes = Bytes.ofOwned(array);
        array[0] = 9;

        assertThat(bytes.get(0)).isEqualTo((byte) 9);
    }

    @Test
    void returnsOneInstanceForEmptyBytes() {
        assertThat(Bytes.copyOf(new byte[0])).isSameAs(Bytes.empty());
        assertThat(Bytes.copyOf(ByteBuffer.allocate(0))).isSameAs(Bytes.empty());
        assertThat(Bytes.copyOf(new byte[5], 5, 0)).isSameAs(Bytes.empty());
        assertThat(Bytes.ofUtf8("")).isSameAs(Bytes.empty());
        assertThat(Bytes.ofHex("")).isSameAs(Bytes.empty());
        assertThat(DIGITS.slice(10, 10)).isSameAs(Bytes.empty());
        assertThat(Bytes.empty().isEmpty()).isTrue();
        assertThat(Bytes.empty().size()).isZero();
        assertThat(Bytes.empty().utf8()).isEmpty();
    }

    @Test
    void returnsSingleBytes() {
        Bytes bytes = Bytes.copyOf(new byte[] {0, -1, 127});

        assertThat(bytes.size()).isEqualTo(3);
        assertThat(bytes.isEmpty()).isFalse();
        assertThat(bytes.get(1)).isEqualTo((byte) -1);
        assertThatThrownBy(() -> bytes.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> bytes.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void sliceIndicesStartAtTheSlice() {
        Bytes slice = DIGITS.slice(2, 9).slice(1, 5);

        assertThat(slice.utf8()).isEqualTo("3456");
        assertThat(slice.get(0)).isEqualTo((byte) '3');
        assertThat(slice.toByteArray()).isEqualTo("3456".getBytes(StandardCharsets.US_ASCII));
        assertThat(slice.hex()).isEqualTo("33343536");
        assertThatThrownBy(() -> slice.get(4)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void rejectsSlicesOutsideTheRange() {
        Bytes slice = DIGITS.slice(2, 5);

        assertThatThrownBy(() -> slice.slice(0, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> slice.slice(-1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> slice.slice(2, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void compactSlicesDoNotShareMemory() {
        byte[] array = {1, 2, 3, 4};
        Bytes slice = Bytes.ofOwned(array).slice(1, 3);
        Bytes compact = slice.compact();

        array[1] = 9;

        assertThat(slice.get(0)).isEqualTo((byte) 9);
        assertThat(compact.toByteArray()).containsExactly(2, 3);
        assertThat(compact.compact()).isSameAs(compact);
    }

    @Test
    void returnsArraysThatTheCallerOwns() {
        Bytes bytes = Bytes.copyOf(new byte[] {1, 2, 3});

        bytes.toByteArray()[0] = 9;

        assertThat(bytes.get(0)).isEqualTo((byte) 1);
    }

    @Test
    void comparesUnsignedBytes() {
        List<Bytes> ordered = List.of(
                Bytes.empty(),
                Bytes.ofHex("00"),
                Bytes.ofHex("0000"),
                Bytes.ofHex("01"),
                Bytes.ofHex("7f"),
                Bytes.ofHex("7fff"),
                Bytes.ofHex("80"),
                Bytes.ofHex("ff"),
                Bytes.ofHex("ff00"));

        for (int i = 0; i < ordered.size(); i++) {
            for (int j = 0; j < ordered.size(); j++) {
                assertThat(Integer.signum(ordered.get(i).compareTo(ordered.get(j))))
                        .as("%s and %s", ordered.get(i), ordered.get(j))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @Test
    void comparesTextByCodePoint() {
        String basic = "￿";
        String supplementary = new String(Character.toChars(0x10000));

        assertThat(Bytes.ofUtf8(basic)).isLessThan(Bytes.ofUtf8(supplementary));
        assertThat(basic).isGreaterThan(supplementary);
    }

    @Test
    void equalityIgnoresTheOffset() {
        Bytes whole = Bytes.ofUtf8("abcabc");
        Bytes first = whole.slice(0, 3);
        Bytes second = whole.slice(3, 6);
        Bytes other = Bytes.ofUtf8("abc");

        assertThat(first)
                .isEqualTo(second)
                .isEqualTo(other)
                .hasSameHashCodeAs(second)
                .hasSameHashCodeAs(other);
        assertThat(first).isEqualByComparingTo(second);
        assertThat(first).isNotEqualTo(whole.slice(1, 4)).isNotEqualTo(whole).isNotEqualTo("abc");
        assertThat(first.equals(null)).isFalse();
    }

    @Test
    void hashesDifferForDifferentBytes() {
        Bytes bytes = Bytes.ofHex("00ff10");

        assertThat(bytes.hashCode()).isEqualTo(bytes.hashCode()).isEqualTo(Arrays.hashCode(bytes.toByteArray()));
        assertThat(Bytes.ofHex("00")).doesNotHaveSameHashCodeAs(Bytes.ofHex("0000"));
    }

    @Test
    void ordersLikeArrays() throws Exception {
        Rounds.run("bytes", 2000, (random, name) -> {
            byte[] first = new byte[random.nextInt(4)];
            byte[] second = new byte[random.nextInt(4)];
            random.nextBytes(first);
            random.nextBytes(second);
            Bytes one = Bytes.copyOf(SampleBytes.concatenated(new byte[] {7}, first))
                    .slice(1, 1 + first.length);
            Bytes two = Bytes.copyOf(SampleBytes.concatenated(second, new byte[] {7}))
                    .slice(0, second.length);

            assertThat(Integer.signum(one.compareTo(two)))
                    .as("%s and %s, %s", one, two, name)
                    .isEqualTo(Integer.signum(Arrays.compareUnsigned(first, second)));
            assertThat(one.equals(two)).as(name).isEqualTo(Arrays.equals(first, second));
        });
    }

    @Test
    void returnsAReadOnlyLittleEndianBuffer() {
        Bytes bytes = Bytes.ofHex("ff01000000ff").slice(1, 5);

        ByteBuffer buffer = bytes.asByteBuffer();

        assertThat(buffer.isReadOnly()).isTrue();
        assertThat(buffer.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(buffer.position()).isZero();
        assertThat(buffer.limit()).isEqualTo(4);
        assertThat(buffer.capacity()).isEqualTo(4);
        assertThat(buffer.getInt()).isEqualTo(1);
        assertThat(bytes.asByteBuffer().remaining()).isEqualTo(4);
        assertThatThrownBy(() -> buffer.put(0, (byte) 1)).isInstanceOf(ReadOnlyBufferException.class);
    }

    @Test
    void copiesAPartIntoAnArray() {
        byte[] target = new byte[5];

        DIGITS.slice(3, 8).copyTo(1, target, 2, 3);

        assertThat(target).containsExactly(0, 0, '4', '5', '6');
    }

    @Test
    void rejectsCopiesOutsideTheRange() {
        Bytes slice = DIGITS.slice(3, 6);
        byte[] target = new byte[10];

        assertThatThrownBy(() -> slice.copyTo(1, target, 0, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> slice.copyTo(-1, target, 0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> slice.copyTo(0, target, 8, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(target).containsOnly(0);
    }

    @Test
    void writesOnlyItsBytes() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        DIGITS.slice(4, 7).writeTo(out);

        assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo("456");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "Pinguïn", "企鵝", "🐧", "\u0000", "a\nb"})
    void convertsTextToUtf8AndBack(String text) {
        Bytes bytes = Bytes.ofUtf8(text);

        assertThat(bytes.toByteArray()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        assertThat(bytes.isUtf8()).isTrue();
        assertThat(bytes.utf8()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"80", "c0af", "c3", "e28a", "eda080", "f4908080", "f8888080", "ff", "61c361"})
    void reportsMalformedUtf8(String hex) {
        Bytes bytes = Bytes.ofHex(hex);

        assertThat(bytes.isUtf8()).isFalse();
        assertThat(bytes.utf8()).contains("�");
    }

    @Test
    void aSliceThroughACharacterIsMalformed() {
        Bytes bytes = Bytes.ofUtf8("aé");

        assertThat(bytes.slice(0, 2).isUtf8()).isFalse();
        assertThat(bytes.slice(0, 1).isUtf8()).isTrue();
    }

    @Test
    void rejectsAnUnpairedSurrogate() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bytes.ofUtf8("a\ud83db"))
                .withMessage("text has no UTF-8 form: unpaired surrogate U+D83D at index 1");
    }

    @Test
    void convertsHexToBytesAndBack() {
        assertThat(Bytes.ofHex("00FFab").toByteArray()).containsExactly(0x00, 0xff, 0xab);
        assertThat(Bytes.ofHex("00FFab").hex()).isEqualTo("00ffab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0g", "00 11", "0x00"})
    void rejectsInvalidHex(String digits) {
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.ofHex(digits));
    }

    @Test
    void showsItsSizeAndItsBeginning() {
        assertThat(Bytes.ofHex("00ff")).hasToString("2 bytes [00ff]");
        assertThat(Bytes.copyOf(new byte[33])).hasToString("33 bytes [" + "00".repeat(32) + "...]");
        assertThat(Bytes.copyOf(new byte[33]).slice(1, 33)).hasToString("32 bytes [" + "00".repeat(32) + "]");
    }
}
