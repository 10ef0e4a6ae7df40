package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.MalformedTensorException.Reason;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TensorProtoTest {

    /** The types that TensorFlow's kernel serializes. */
    static final List<DType> SERIALIZED = List.of(
            DType.FLOAT32,
            DType.FLOAT64,
            DType.INT32,
            DType.UINT8,
            DType.INT16,
            DType.INT8,
            DType.STRING,
            DType.COMPLEX64,
            DType.INT64,
            DType.BOOL,
            DType.BFLOAT16,
            DType.UINT16,
            DType.COMPLEX128,
            DType.FLOAT16,
            DType.UINT32,
            DType.UINT64);

    @Test
    void writesTheBytesOfTheSpecification() {
        assertThat(hex(DenseTensor.vector(Values.ofFloats(1, 2))))
                .isEqualTo("08011204120208022208" + "0000803f00000040");
        assertThat(hex(DenseTensor.scalar(Values.ofDoubles(1.5)))).isEqualTo("080212002208000000000000f83f");
        assertThat(hex(DenseTensor.of(Shape.of(1, 2), Values.ofInts(1, 2))))
                .isEqualTo("0803120812020801120208022208" + "0100000002000000");
        assertThat(hex(DenseTensor.vector(Values.ofBooleans(true, false)))).isEqualTo("080a12041202080222020100");
        assertThat(hex(DenseTensor.vector(Values.ofStrings("a", "", "bc"))))
                .isEqualTo("080712041202080342016142004202" + "6263");
        assertThat(hex(DenseTensor.vector(Values.ofFloat16(1, 2)))).isEqualTo("081312041202080222" + "04003c0040");
        assertThat(hex(DenseTensor.vector(Values.ofBFloat16(1)))).isEqualTo("080e1204120208012202803f");
        assertThat(hex(DenseTensor.vector(Values.ofComplex64(1, 2))))
                .isEqualTo("08081204120208012208" + "0000803f00000040");
        assertThat(hex(DenseTensor.of(Shape.of(0, 3), Values.ofFloats()))).isEqualTo("08011206120012020803");
        assertThat(hex(DenseTensor.vector(Values.ofStrings()))).isEqualTo("080712021200");
    }

    @Test
    void refusesToSerializeWhatTensorFlowDoesNot() {
        Set<DType> others = EnumSet.allOf(DType.class);
        SERIALIZED.forEach(others::remove);
        for (DType dtype : others) {
            DenseTensor tensor = DenseTensor.scalar(Values.wrap(dtype, 1, ByteBuffer.allocate(8)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TensorProto.serialize(tensor))
                    .withMessageStartingWith("TensorFlow does not serialize " + dtype + "; ");
        }
        DenseTensor deep = DenseTensor.of(Shape.of(new int[255]), Values.ofFloats());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TensorProto.serialize(deep))
                .withMessage("TensorFlow supports at most 254 dimensions: 255");
    }

    @Test
    void writesTruthValuesAsZeroAndOne() {
        Values odd = Values.wrap(DType.BOOL, 3, ByteBuffer.wrap(new byte[] {0, 2, -1}));
        assertThat(hex(DenseTensor.vector(odd))).endsWith("2203000101");
    }

    @Test
    void sharesTheMemoryOfNumbers() {
        byte[] bytes = Bytes.ofHex("08011204120208022208" + "0000803f00000040").toByteArray();
        DenseTensor tensor = TensorProto.parse(Bytes.ofOwned(bytes));
        bytes[bytes.length - 1] = 0x41;
        assertThat(tensor.toString()).isEqualTo("float32 [2] [1.0, 8.0]");
    }

    @Test
    void repeatsTheLastValue() {
        assertThat(parse("080612041202080" + "43a0301ac02")).hasToString("int8 [4] [1, 44, 44, 44]");
        assertThat(parse("0807120412020803" + "420161" + "42026262")).hasToString("string [3] [\"a\", \"bb\", \"bb\"]");
        assertThat(parse("0801120412020803")).hasToString("float32 [3] [0.0, 0.0, 0.0]");
        assertThat(parse("080712041202080" + "2")).hasToString("string [2] [\"\", \"\"]");
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void parsesZeroElements(DType dtype) {
        String number = String.format("%02x", dtype.number());
        assertThat(parse("08" + number + "1206120012020803" + "2201ff").shape()).isEqualTo(Shape.of(0, 3));
        assertThat(parse("08" + number).values().size()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|dtype is missing",
                "0863|unknown dtype 99",
                "0814|dtype resource has no data outside TensorFlow",
                "0815|dtype variant has no data outside TensorFlow",
                "0865|dtype 101 is a reference, which has no data",
                "0801120d120b08ffffffffffffffffff01|at byte 17: dimensions must not be negative: -1",
                "08011212120a0880808080808080804012020804 1200|the shape has 2^63 elements or more",
                "0801120a120608ffffffff7f1200|dimensions must be at most 2147483647: 34359738367",
                "08011204120208022204 0000803f|at byte 10: expected content of 8 bytes for shape [2] of float32, found 4",
                "080a220102|at byte 4: a bool must be 0 or 1: 2",
                "080722020561|at byte 5: expected strings of 5 bytes together after their lengths, found 1 bytes",
                "0807220180|at byte 5: the length of string 0 is incomplete",
                "08071204120208092201 00|at byte 10: expected a length for each of 9 strings, found 1 bytes",
                "08012a03000000|at byte 4: packed numbers have 3 bytes, not a multiple of 4",
                "0803 3a0180|at byte 4: packed varint that is incomplete or too long",
                "08011205|at byte 3: length 5, but only 0 bytes are left",
                "0801120412020880|at byte 7: truncated varint",
                "0801 1206 1204 1202c328|at byte 8: field 2 of DIM is not valid UTF-8",
                "0000|at byte 0: field number 0",
                "0c|at byte 1: end of a group without a beginning, field 1",
            })
    void reportsTheFault(String hex, String reason) {
        assertThatExceptionOfType(MalformedTensorException.class)
                .isThrownBy(() -> parse(hex.replace(" ", "")))
                .withMessageEndingWith(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "'',MALFORMED",
        "0814,NO_DATA",
        "0801120a120608ffffffff7f1200,TOO_LARGE",
        "0801120712050880808020,OVER_LIMIT"
    })
    void reportsTheReason(String hex, Reason reason) {
        assertThatExceptionOfType(MalformedTensorException.class)
                .isThrownBy(() -> parse(hex))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason))
                .satisfies(e -> assertThat(e).hasMessageContaining(e.detail()));
    }

    @Test
    void rejectsMoreThanAnArrayHolds() {
        TensorLimit.checkArray(Integer.MAX_VALUE - 8);
        // The offsets of 2^29 - 1 strings exceed the largest array.
        assertThatExceptionOfType(MalformedTensorException.class)
                .isThrownBy(() -> TensorLimit.checkArray(4L << 29))
                .withMessage("values must have at most 2147483639 bytes: 2147483648")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TOO_LARGE));
    }

    @Test
    void rejectsAnotherTypeThanRequested() {
        Bytes floats = TensorProto.serialize(DenseTensor.scalar(Values.ofFloats(1)));
        assertThat(TensorProto.parse(floats, DType.FLOAT32).floatAt()).isEqualTo(1);
        assertThatExceptionOfType(MalformedTensorException.class)
                .isThrownBy(() -> TensorProto.parse(floats, DType.INT32))
                .withMessage("expected a tensor of int32, found float32")
                .satisfies(e -> assertThat(e.offset()).isEqualTo(-1));
    }

    @Test
    void refusesToRepeatMoreThanItsLimit() {
        Bytes oversized = Bytes.ofHex("080412081206088094ebdc033801");
        assertThatExceptionOfType(MalformedTensorException.class)
                .isThrownBy(() -> TensorProto.parse(oversized))
                .withMessage("the repeated values of a message of 14 bytes take 1000000000 bytes, more than"
                        + " the limit of 67108864; if you trust the message, pass a larger limit to TensorProto.parse");
        Bytes strings = Bytes.ofHex("08071206" + "1204088080" + "40" + "4204" + "61626364");
        assertThatExceptionOfType(MalformedTensorException.class)
                .isThrownBy(() -> TensorProto.parse(strings, 1000))
                .withMessageContaining("limit of 1000;");
        assertThat(TensorProto.parse(strings, 1L << 24).values().utf8At((1 << 20) - 1))
                .isEqualTo("abcd");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TensorProto.parse(oversized, -1))
                .withMessage("mostBytes must not be negative: -1");
    }

    @Test
    void rejectsMoreThanAnArrayHoldsForAnyLimit() {
        Bytes huge = Bytes.ofHex("0802" + "1209" + "1207" + "08ffffffffff3f" + "3801");
        assertThatExceptionOfType(MalformedTensorException.class)
                .isThrownBy(() -> TensorProto.parse(huge, Long.MAX_VALUE));
        Bytes longs = Bytes.ofHex("0809" + "12081206" + "08ffffffff07" + "5001");
        assertThatExceptionOfType(MalformedTensorException.class)
                .isThrownBy(() -> TensorProto.parse(longs, Long.MAX_VALUE))
                .withMessageContaining("bytes: 17179869176");
    }

    @Test
    void allowsEightTimesItsSizeWithLimitZero() {
        byte[] head = Bytes.ofHex("0809" + "1204" + "12020864" + "5264").toByteArray();
        byte[] all = Arrays.copyOf(head, head.length + 100);
        assertThat(TensorProto.parse(Bytes.ofOwned(all), 0).values().size()).isEqualTo(100);
    }

    private static DenseTensor parse(String hex) {
        return TensorProto.parse(Bytes.ofHex(hex));
    }

    private static String hex(DenseTensor tensor) {
        return TensorProto.serialize(tensor).hex();
    }
}
