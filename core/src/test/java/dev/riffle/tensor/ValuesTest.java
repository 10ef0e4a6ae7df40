package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.FeatureException;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ValuesTest {

    @Test
    void readsElementsOfEachType() {
        assertThat(Values.ofLongs(1, Long.MIN_VALUE).longAt(1)).isEqualTo(Long.MIN_VALUE);
        assertThat(Values.ofInts(1, -2).intAt(1)).isEqualTo(-2);
        assertThat(Values.ofFloats(1, 2.5f).floatAt(1)).isEqualTo(2.5f);
        assertThat(Values.ofDoubles(1, 2.5).doubleAt(1)).isEqualTo(2.5);
        assertThat(Values.ofStrings("", "ä").bytesAt(1)).isEqualTo(Bytes.ofHex("c3a4"));
        assertThat(Values.ofStrings("", "ä").utf8At(1)).isEqualTo("ä");
    }

    @Test
    void copiesAllElements() {
        assertThat(Values.ofLongs(1, 2).toLongs()).containsExactly(1, 2);
        assertThat(Values.ofInts(1, 2).toInts()).containsExactly(1, 2);
        assertThat(Values.ofFloats(1, 2).toFloats()).containsExactly(1, 2);
        assertThat(Values.ofDoubles(1, 2).toDoubles()).containsExactly(1, 2);
        assertThat(Values.ofStrings("a", "").toBytes()).containsExactly(Bytes.ofUtf8("a"), Bytes.empty());
    }

    @Test
    void copiesStringsToArraysOfTheCaller() {
        Values values = Values.ofStrings("x", "ab", "", "ä").slice(1, 4);

        byte[][] arrays = values.toByteArrays();
        arrays[0][0] = 'z';

        assertThat(arrays).hasNumberOfRows(3);
        assertThat(arrays[0]).containsExactly('z', 'b');
        assertThat(arrays[1]).isEmpty();
        assertThat(arrays[2]).containsExactly(0xc3, 0xa4);
        assertThat(values.utf8At(0)).isEqualTo("ab");
        assertThat(Values.ofStrings().toByteArrays()).isEmpty();
    }

    @Test
    void copiesOnlyStringsToByteArrays() {
        for (DType dtype : DType.values()) {
            if (dtype != DType.STRING) {
                assertThatExceptionOfType(FeatureException.class)
                        .isThrownBy(() ->
                                Values.wrap(dtype, 0, ByteBuffer.allocate(0)).toByteArrays())
                        .withMessage("the elements are " + dtype + ", not string");
            }
        }
    }

    @Test
    void copiesSomeElementsIntoTheCallersArray() {
        long[] longs = new long[4];
        int[] ints = new int[4];
        float[] floats = new float[4];
        double[] doubles = new double[4];

        Values.ofLongs(1, 2, 3).copyTo(1, longs, 1, 2);
        Values.ofInts(1, 2, 3).copyTo(1, ints, 1, 2);
        Values.ofFloats(1, 2, 3).copyTo(1, floats, 1, 2);
        Values.ofDoubles(1, 2, 3).copyTo(1, doubles, 1, 2);

        assertThat(longs).containsExactly(0, 2, 3, 0);
        assertThat(ints).containsExactly(0, 2, 3, 0);
        assertThat(floats).containsExactly(0, 2, 3, 0);
        assertThat(doubles).containsExactly(0, 2, 3, 0);
        assertThatThrownBy(() -> Values.ofLongs(1, 2).copyTo(1, longs, 0, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void viewsItsMemoryAsTypedBuffers() {
        assertThat(Values.ofLongs(1, 2).asLongBuffer().get(1)).isEqualTo(2);
        assertThat(Values.ofInts(1, 2).asIntBuffer().get(1)).isEqualTo(2);
        assertThat(Values.ofFloats(1, 2).asFloatBuffer().get(1)).isEqualTo(2);
        assertThat(Values.ofDoubles(1, 2).asDoubleBuffer().isReadOnly()).isTrue();
        assertThat(Values.ofDoubles(1, 2).asDoubleBuffer().remaining()).isEqualTo(2);
    }

    @Test
    void viewsAllIntegersOfAWidthAsTheirBits() {
        assertThat(Values.ofUint64(-1).asLongBuffer().get(0)).isEqualTo(-1);
        assertThat(Values.ofUint32(-1).asIntBuffer().get(0)).isEqualTo(-1);
        assertThat(Values.wrap(DType.QINT32, 1, Values.ofInts(7).data())
                        .asIntBuffer()
                        .get(0))
                .isEqualTo(7);
        for (DType dtype : new DType[] {DType.INT16, DType.QINT16, DType.UINT16, DType.QUINT16, DType.FLOAT16}) {
            assertThat(Values.wrap(dtype, 1, Values.ofInt16((short) -2).data())
                            .asShortBuffer()
                            .get(0))
                    .isEqualTo((short) -2);
        }
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofFloats(1).asIntBuffer());
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofInt8((byte) 1).asShortBuffer());
    }

    @Test
    void suggestsHowToReadLargeUnsignedIntegers() {
        Values values = Values.ofUint64(-1);
        String message = "the elements are uint64, not int64; use bigIntegerAt";

        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> values.longAt(0))
                .withMessage(message);
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(values::toLongs)
                .withMessage(message);
    }

    @Test
    void comparesElementsByTheirBits() {
        Values high = Values.wrap(DType.INT4, 1, ByteBuffer.wrap(new byte[] {0x1f}));
        Values low = Values.wrap(DType.INT4, 1, ByteBuffer.wrap(new byte[] {0x0f}));

        assertThat(high).isNotEqualTo(low).hasToString(low.toString());
    }

    @Test
    void printsPartsOfComplexNumbersInTheirWidthAndWithTheirSign() {
        assertThat(Values.ofComplex64(0.1f, -0f)).hasToString("complex64 [0.1-0.0j]");
        assertThat(Values.ofComplex128(0.1, Double.NaN, 1, -2)).hasToString("complex128 [0.1+NaNj, 1.0-2.0j]");
    }

    @Test
    void rejectsMethodsForOtherTypes() {
        Values longs = Values.ofLongs(1);

        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> longs.floatAt(0))
                .withMessage("the elements are int64, not float32");
        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> longs.bytesAt(0));
        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> longs.viewAt(0));
        assertThatExceptionOfType(FeatureException.class).isThrownBy(longs::toDoubles);
        assertThatExceptionOfType(FeatureException.class).isThrownBy(longs::toBytes);
        assertThatExceptionOfType(FeatureException.class).isThrownBy(longs::asIntBuffer);
        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> longs.copyTo(0, new float[1], 0, 1));
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofStrings("a").longAt(0));
    }

    @Test
    void rejectsElementsThatDoNotExist() {
        Values longs = Values.wrap(DType.INT64, 1, ByteBuffer.allocate(64));
        Values strings = Values.ofStrings("a");

        assertThatThrownBy(() -> longs.longAt(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> longs.longAt(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> strings.bytesAt(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> strings.utf8At(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> strings.slice(0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void wrapsMemoryOfAnyKindAndOrder() {
        ByteBuffer direct = ByteBuffer.allocateDirect(24).order(ByteOrder.LITTLE_ENDIAN);
        direct.putLong(0, 7).putLong(8, 8).position(5);

        Values values = Values.wrap(DType.INT64, 2, direct.order(ByteOrder.BIG_ENDIAN));

        assertThat(values).isEqualTo(Values.ofLongs(7, 8)).hasSameHashCodeAs(Values.ofLongs(7, 8));
        assertThat(values.toLongs()).containsExactly(7, 8);
        assertThat(values.data().isDirect()).isTrue();
        assertThat(values.data().remaining()).isEqualTo(16);
        assertThat(direct.position()).isEqualTo(5);
    }

    @Test
    void wrapsStringsInLargerMemory() {
        Values values = Values.wrapStrings(2, offsets(0, 2, 3, 99), ByteBuffer.wrap(new byte[] {'a', 'b', 'c', 'x'}));

        assertThat(values).isEqualTo(Values.ofStrings("ab", "c")).hasSameHashCodeAs(Values.ofStrings("ab", "c"));
        assertThat(values.data().remaining()).isEqualTo(3);
        assertThat(values.offsets()).isEqualTo(offsets(0, 2, 3));
        assertThat(values.offsets().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(values.offsets().getInt(4)).isEqualTo(2);
    }

    @Test
    void wrapsStringsOutsideTheHeap() {
        ByteBuffer data = ByteBuffer.allocateDirect(4).put(0, new byte[] {'a', 'b', 'c', 'd'});
        ByteBuffer offsets = ByteBuffer.allocateDirect(12).put(0, offsets(0, 1, 4), 0, 12);

        Values values = Values.wrapStrings(2, offsets, data);

        assertThat(values).isEqualTo(Values.ofStrings("a", "bcd"));
        assertThat(values.toBytes()).containsExactly(Bytes.ofUtf8("a"), Bytes.ofUtf8("bcd"));
        assertThat(values.slice(1, 2).viewAt(0)).isEqualTo(ByteBuffer.wrap(new byte[] {'b', 'c', 'd'}));
        assertThat(values.data().isDirect()).isTrue();
        assertThat(values.offsets().isDirect()).isTrue();
    }

    @Test
    void rejectsMemoryThatIsTooSmall() {
        ByteBuffer bytes = ByteBuffer.allocate(15);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Values.wrap(DType.INT64, 2, bytes))
                .withMessage("2 elements of int64 do not fit in 15 bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> Values.wrap(DType.INT64, -1, bytes));
        assertThatIllegalArgumentException().isThrownBy(() -> Values.wrap(DType.INT64, Integer.MAX_VALUE, bytes));
        assertThatIllegalArgumentException().isThrownBy(() -> Values.wrap(DType.STRING, 1, bytes));
        assertThatIllegalArgumentException().isThrownBy(() -> Values.wrapStrings(3, bytes, bytes));
        assertThatIllegalArgumentException().isThrownBy(() -> Values.wrapStrings(-1, bytes, bytes));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Values.wrapStrings(1, offsets(0, 16), bytes))
                .withMessage("offsets from 0 to 16 do not fit in 15 bytes of data");
        assertThatIllegalArgumentException().isThrownBy(() -> Values.wrapStrings(1, offsets(3, 2), bytes));
        assertThatIllegalArgumentException().isThrownBy(() -> Values.wrapStrings(1, offsets(-1, 2), bytes));
    }

    @Test
    void readsTheCurrentContentOfTheMemory() {
        ByteBuffer offsets = offsets(0, 1, 2);
        ByteBuffer data = ByteBuffer.wrap(new byte[] {'a', 'b', 'c', 'd'});
        Values values = Values.wrapStrings(2, offsets, data);
        int before = values.hashCode();

        offsets.putInt(8, 4);
        data.put(0, (byte) 'x');

        assertThat(values).isEqualTo(Values.ofStrings("x", "bcd"));
        assertThat(values.hashCode()).isNotEqualTo(before);
        assertThat(values.data().remaining()).isEqualTo(4);
    }

    @Test
    void viewsAStringWithoutCopyingIt() {
        byte[] data = {'a', 'b', 'c'};
        ByteBuffer view =
                Values.wrapStrings(2, offsets(0, 1, 3), ByteBuffer.wrap(data)).viewAt(1);
        data[2] = 'z';

        assertThat(view.remaining()).isEqualTo(2);
        assertThat(view.get(1)).isEqualTo((byte) 'z');
        assertThat(view.isReadOnly()).isTrue();
        assertThat(view.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void slicesNumbersAndStrings() {
        Values longs = Values.ofLongs(1, 2, 3, 4).slice(1, 4).slice(1, 3);
        Values strings = Values.ofStrings("a", "bc", "", "d").slice(1, 4).slice(0, 2);

        assertThat(longs).isEqualTo(Values.ofLongs(3, 4)).hasSameHashCodeAs(Values.ofLongs(3, 4));
        assertThat(longs.asLongBuffer().get(0)).isEqualTo(3);
        assertThat(strings).isEqualTo(Values.ofStrings("bc", "")).hasSameHashCodeAs(Values.ofStrings("bc", ""));
        assertThat(strings.utf8At(0)).isEqualTo("bc");
        assertThat(strings.offsets().getInt(0)).isEqualTo(1);
        assertThat(strings.data().remaining()).isEqualTo(3);
        assertThat(strings.slice(2, 2)).isEqualTo(Values.ofStrings());
        assertThat(Values.wrapStrings(strings.size(), strings.offsets(), strings.data()))
                .isEqualTo(strings);
    }

    @Test
    void isEqualToTheSameElementsOnly() {
        assertThat(Values.ofLongs(1)).isNotEqualTo(Values.ofLongs(2)).isNotEqualTo(Values.ofLongs(1, 1));
        assertThat(Values.ofLongs()).isNotEqualTo(Values.ofInts()).isNotEqualTo(Values.ofStrings());
        assertThat(Values.ofStrings("ab", "c")).isNotEqualTo(Values.ofStrings("a", "bc"));
        assertThat(Values.ofFloats(Float.NaN)).isEqualTo(Values.ofFloats(Float.NaN));
        assertThat(Values.ofFloats(0f)).isNotEqualTo(Values.ofFloats(-0f));
    }

    @Test
    void mayBeEmpty() {
        for (Values empty : List.of(Values.ofLongs(), Values.ofFloats(), Values.ofStrings())) {
            assertThat(empty.size()).isZero();
            assertThat(empty.data().remaining()).isZero();
            assertThat(empty).isEqualTo(empty.slice(0, 0)).hasSameHashCodeAs(empty.slice(0, 0));
            assertThat(empty).hasToString(empty.dtype() + " []");
        }
        assertThat(Values.ofStrings().toBytes()).isEmpty();
        assertThat(Values.ofLongs().offsets().remaining()).isZero();
        assertThat(Values.ofStrings().offsets().remaining()).isEqualTo(4);
    }

    @Test
    void printsTheFirstOfManyElements() {
        assertThat(Values.ofLongs(1, 2, 3)).hasToString("int64 [1, 2, 3]");
        assertThat(Values.ofLongs(LongStream.rangeClosed(1, 1000).toArray()))
                .hasToString("int64 [1, 2, 3, ... of 1000]");
        assertThat(Values.ofFloats(1, Float.NaN)).hasToString("float32 [1.0, NaN]");
        assertThat(Values.ofDoubles(0.1)).hasToString("float64 [0.1]");
        assertThat(Values.ofInts(-1)).hasToString("int32 [-1]");
    }

    @Test
    void printsTextQuotedAndOtherBytesInHexadecimalDigits() {
        Bytes jpeg = Bytes.ofHex("ffd8" + "00".repeat(100));

        assertThat(Values.ofStrings("", "Zoë", "say \"hi\"\n"))
                .hasToString("string [\"\", \"Zoë\", \"say \\\"hi\\\"\\n\"]");
        assertThat(Values.ofBytes(List.of(Bytes.ofHex("ff00"), jpeg)))
                .hasToString("string [0xff00, 0xffd80000000000000000000000000000...]");
        assertThat(Values.ofStrings("\u0007")).hasToString("string [0x07]");
    }

    @Test
    void cutsLongTextBetweenCharacters() {
        assertThat(Values.ofStrings("x".repeat(50))).hasToString("string [\"" + "x".repeat(40) + "\"...]");
        assertThat(Values.ofStrings("x".repeat(39) + "€€")).hasToString("string [\"" + "x".repeat(39) + "\"...]");
        assertThat(Values.ofBytes(List.of(Bytes.ofHex("80".repeat(50)))))
                .hasToString("string [0x" + "80".repeat(16) + "...]");
    }

    private static ByteBuffer offsets(int... offsets) {
        ByteBuffer buffer = ByteBuffer.allocate(offsets.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asIntBuffer().put(offsets);
        return buffer;
    }

    @Test
    void everyFactoryHasAnInverse() {
        assertThat(Values.ofLongs(1, -2).toLongs()).containsExactly(1, -2);
        assertThat(Values.ofInts(1, -2).toInts()).containsExactly(1, -2);
        assertThat(Values.ofFloats(1, -2).toFloats()).containsExactly(1, -2);
        assertThat(Values.ofDoubles(1, -2).toDoubles()).containsExactly(1, -2);
        assertThat(Values.ofUint8((byte) 1, (byte) -2).toUint8()).containsExactly(1, -2);
        assertThat(Values.ofInt8((byte) 1, (byte) -2).toInt8()).containsExactly(1, -2);
        assertThat(Values.ofInt16((short) 1, (short) -2).toInt16()).containsExactly((short) 1, (short) -2);
        assertThat(Values.ofUint16((short) 1, (short) -2).toUint16()).containsExactly((short) 1, (short) -2);
        assertThat(Values.ofUint32(1, -2).toUint32()).containsExactly(1, -2);
        assertThat(Values.ofUint64(1, -2).toUint64()).containsExactly(1, -2);
        assertThat(Values.ofBooleans(true, false).toBooleans()).containsExactly(true, false);
        assertThat(Values.ofFloat16(1, -2).toFloats()).containsExactly(1, -2);
        assertThat(Values.ofBFloat16(1, -2).toFloats()).containsExactly(1, -2);
        assertThat(Values.ofComplex64(1, -2).toComplex64()).containsExactly(1, -2);
        assertThat(Values.ofComplex128(1, -2).toComplex128()).containsExactly(1, -2);
        assertThat(Values.ofBytes(List.of(Bytes.ofUtf8("a"))).toBytes()).containsExactly(Bytes.ofUtf8("a"));
        assertThat(Values.ofStrings("a", "ä").toStrings()).containsExactly("a", "ä");
    }

    @Test
    void copiesOfASliceContainOnlyItsElements() {
        assertThat(Values.ofUint8((byte) 1, (byte) 2, (byte) 3).slice(1, 2).toUint8())
                .containsExactly(2);
        assertThat(Values.ofUint32(1, 2, 3).slice(1, 2).toUint32()).containsExactly(2);
        assertThat(Values.ofBooleans(true, false).slice(1, 2).toBooleans()).containsExactly(false);
        assertThat(Values.ofComplex64(1, 2, 3, 4).slice(1, 2).toComplex64()).containsExactly(3, 4);
        assertThat(Values.ofStrings("a", "b").slice(1, 2).toStrings()).containsExactly("b");
        Values numbers = Values.ofUint8((byte) 1);
        byte[] copy = numbers.toUint8();
        copy[0] = 9;
        assertThat(numbers.intAt(0)).isEqualTo(1);
    }

    @Test
    void copiesOnlyTheTypeInTheName() {
        Values longs = Values.ofLongs();
        for (ThrowingCallable copy : List.<ThrowingCallable>of(
                longs::toUint8,
                longs::toInt8,
                longs::toInt16,
                longs::toUint16,
                longs::toUint32,
                longs::toUint64,
                longs::toBooleans,
                longs::toComplex64,
                longs::toComplex128,
                longs::toStrings)) {
            assertThatExceptionOfType(FeatureException.class)
                    .isThrownBy(copy)
                    .withMessageStartingWith("the elements are int64, not ");
        }
    }
}
