package dev.riffle.parse.oneflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

class OfRecordBytesDecoderTest {

    private static final OfRecordBytesDecoder DECODER = OfRecordBytesDecoder.of("x");

    private static Bytes record(Feature feature) {
        return Example.builder().put("x", feature).put("y", 1).build().toBytes(Dialect.ONEFLOW);
    }

    private static DenseTensor uint8(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return DenseTensor.vector(Values.ofUint8(bytes));
    }

    @Test
    void returnsTheBytesOfOneRecord() {
        assertThat(DECODER.decode(record(Feature.of(new byte[] {0, -1, 5})))).isEqualTo(uint8(0, 255, 5));
        assertThat(DECODER.decode(record(Feature.of("")).toByteArray())).isEqualTo(uint8());
    }

    @Test
    void returnsARowForEachRecordOfABatch() {
        RaggedTensor rows =
                DECODER.decode(List.of(record(Feature.of("ab")), record(Feature.of("")), record(Feature.of("c"))));

        assertThat(rows.rowSplits()).containsExactly(Values.ofLongs(0, 2, 2, 3));
        assertThat(rows.row(0)).isEqualTo(uint8('a', 'b'));
        assertThat(rows.rows()).isEqualTo(3);
    }

    @Test
    void rejectsAllOtherFeatures() {
        assertThatThrownBy(() -> DECODER.decode(record(Feature.of(1L, 2L))))
                .isInstanceOf(ExampleParseException.class)
                .hasMessage(
                        "record 0 of the batch: feature \"x\": expected a bytes_list of exactly 1 value, found int64_list of"
                                + " 2 values; decode numbers with OfRecordRawDecoder");
        assertThatThrownBy(() -> DECODER.decode(record(Feature.of("a", "b")))).hasMessageContaining("found 2 values");
        assertThatThrownBy(() -> DECODER.decode(record(Feature.notSet()))).hasMessageContaining("kind is not set");
        assertThatThrownBy(() -> OfRecordBytesDecoder.of("z").decode(record(Feature.of("a"))))
                .hasMessageContaining("feature \"z\": expected a bytes_list of exactly 1 value, found no such feature");
        assertThatThrownBy(() -> DECODER.decode(Bytes.ofUtf8("no message")))
                .hasMessageContaining("expected a valid OFRecord, found malformed bytes");
        assertThatThrownBy(() -> DECODER.decode(List.of(record(Feature.of("a")), record(Feature.of(1L)))))
                .hasMessageStartingWith("record 1 of the batch: ");
    }
}
