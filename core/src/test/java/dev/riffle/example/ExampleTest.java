package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExampleTest {

    /** The bytes that TensorFlow writes for the example {@link #FOUR}. */
    private static final Bytes GOLDEN =
            Bytes.ofHex("0a320a110a0161120c120a0a080000803f000000400a0a0a016212051a030a01010a0a0a0163"
                    + "12050a030a01780a050a01641200");

    private static final Example FOUR = Example.builder()
            .put("b", 1)
            .put("a", 1f, 2f)
            .put("d", Feature.notSet())
            .put("c", "x")
            .build();

    @Test
    void writesTheBytesOfTensorFlow() {
        assertThat(FOUR.toBytes()).isEqualTo(GOLDEN);
        assertThat(Example.parse(GOLDEN)).isEqualTo(FOUR);
    }

    @Test
    void readsUnpackedNumbers() {
        Bytes unpacked = Bytes.ofHex("0a160a140a0161120f1a0d080108feffffffffffffffff01");
        Example example = Example.parse(unpacked);
        assertThat(example.feature("a").longs()).containsExactly(1, -2);
        assertThat(example.toBytes().hex()).isEqualTo("0a160a140a0161120f1a0d0a0b01feffffffffffffffff01");
    }

    @Test
    void readsFromEveryKindOfMemory() {
        byte[] padded = new byte[GOLDEN.size() + 10];
        GOLDEN.copyTo(0, padded, 5, GOLDEN.size());
        ByteBuffer heap = ByteBuffer.wrap(padded).position(5).limit(5 + GOLDEN.size());
        ByteBuffer direct = ByteBuffer.allocateDirect(padded.length).put(padded).flip();
        direct.position(5).limit(5 + GOLDEN.size());
        assertThat(Example.parse(GOLDEN.toByteArray())).isEqualTo(FOUR);
        assertThat(Example.parse(heap)).isEqualTo(FOUR);
        assertThat(Example.parse(heap.slice())).isEqualTo(FOUR);
        assertThat(Example.parse(heap.asReadOnlyBuffer())).isEqualTo(FOUR);
        assertThat(Example.parse(direct)).isEqualTo(FOUR);
        assertThat(Example.parse(Bytes.copyOf(padded).slice(5, 5 + GOLDEN.size())))
                .isEqualTo(FOUR);
        assertThat(heap.position()).isEqualTo(5);
    }

    @Test
    void doesNotChangeWithTheParsedArray() {
        byte[] bytes =
                Example.builder().put("c", "x").put("d", "y", "z").build().toByteArray();
        Example example = Example.parse(bytes);
        Example wrapped = Example.parse(ByteBuffer.wrap(bytes));
        java.util.Arrays.fill(bytes, (byte) 0);
        assertThat(example.feature("c").utf8Value()).isEqualTo("x");
        assertThat(wrapped.feature("d").strings()).containsExactly("y", "z");
    }

    @Test
    void distinguishesEmptyFromMissingFeatures() {
        Example present = Example.of(Map.of());
        assertThat(Example.empty().toByteArray()).isEmpty();
        assertThat(present.toBytes().hex()).isEqualTo("0a00");
        assertThat(present).isNotEqualTo(Example.empty());
        assertThat(Example.parse(new byte[] {10, 0})).isEqualTo(present);
        assertThat(Example.parse(new byte[0])).isEqualTo(Example.empty());
        assertThat(Example.builder().build()).isEqualTo(Example.empty());
        assertThat(present.toText()).isEqualTo("features {\n}\n");
        assertThat(present.toJson()).isEqualTo("{\"features\":{}}");
        assertThat(Example.parseText(present.toText())).isEqualTo(present);
        assertThat(Example.parseJson(present.toJson())).isEqualTo(present);
    }

    @Test
    void returnsNamesInTheOrderOfTheirBytes() {
        Example example = Example.builder()
                .put("\ud83d\ude42", 1)
                .put("\uffff", 2)
                .put("aa", 3)
                .put("a", 4)
                .put("", 5)
                .build();
        assertThat(example.names()).containsExactly("", "a", "aa", "\uffff", "\ud83d\ude42");
        assertThat(Example.parse(example.toByteArray()).names()).containsExactlyElementsOf(example.names());
        assertThatThrownBy(() -> example.features().remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> example.names().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void usesTheLastFeatureOfAName() {
        Example example =
                Example.builder().put("a", 1).put("b", 2).put("a", "x").build();
        assertThat(example.names()).containsExactly("a", "b");
        assertThat(example.feature("a").utf8Value()).isEqualTo("x");
        assertThat(example.toBuilder().put("a", 3).build().feature("a").longValue())
                .isEqualTo(3);
        assertThat(example.feature("a").utf8Value()).isEqualTo("x");
    }

    @Test
    void buildersRemainUsableAfterBuild() {
        ExampleBuilder builder = Example.builder().put("a", 1);
        Example first = builder.build();
        Example second = builder.put("b", 2).build();
        assertThat(first.names()).containsExactly("a");
        assertThat(second.names()).containsExactly("a", "b");
    }

    @Test
    void readsManyFeatures() {
        ExampleBuilder builder = Example.builder();
        for (int i = 999; i >= 0; i--) {
            builder.put("feature " + i, i);
        }
        Example example = Example.parse(builder.build().toByteArray());
        assertThat(example.features()).hasSize(1000);
        for (int i = 0; i < 1000; i++) {
            assertThat(example.feature("feature " + i).longValue()).isEqualTo(i);
        }
        assertThat(example.find("feature 1000")).isEmpty();
        assertThat(example.features().get("\ud800")).isNull();
    }

    @Test
    void returnsAMapOfPlainValues() {
        assertThat(FOUR.toMap())
                .containsExactly(
                        Map.entry("a", List.of(1f, 2f)),
                        Map.entry("b", List.of(1L)),
                        Map.entry("c", List.of(Bytes.ofUtf8("x"))),
                        Map.entry("d", List.of()));
    }

    @Test
    void writesKindsOfOneFlowOnlyInItsDialect() {
        Example example = Example.builder()
                .put("d", Feature.ofDoubles(0.5))
                .put("i", Feature.ofInt32s(-1))
                .put("l", -1)
                .build();
        byte[] record = example.toByteArray(Dialect.ONEFLOW);
        assertThat(Example.parse(record, Dialect.ONEFLOW)).isEqualTo(example);
        assertThat(example.toJson(Dialect.ONEFLOW))
                .isEqualTo(
                        "{\"feature\":{\"d\":{\"doubleList\":{\"value\":[0.5]}},\"i\":{\"int32List\":{\"value\":[-1]}},"
                                + "\"l\":{\"int64List\":{\"value\":[\"-1\"]}}}}");
        assertThat(Example.parseText(example.toText(Dialect.ONEFLOW), Dialect.ONEFLOW))
                .isEqualTo(example);
        String message =
                "feature \"d\" is a double_list, which Example does not have; use Feature.of(double...), a float_list,"
                        + " or write it in the dialect ONEFLOW";
        assertThatIllegalArgumentException().isThrownBy(example::toByteArray).withMessage(message);
        assertThatIllegalArgumentException().isThrownBy(example::toText).withMessage(message);
        assertThatIllegalArgumentException().isThrownBy(example::toJson).withMessage(message);
        assertThat(example.toString()).contains("double_list");
    }

    @Test
    void reportsTheOffsetInMalformedMessages() {
        assertThatThrownBy(() -> Example.parse("bogus text".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(MalformedMessageException.class, e -> {
                    assertThat(e.messageName()).isEqualTo("Example");
                    assertThat(e.offset()).isPositive();
                });
        byte[] inside =
                ByteBuffer.allocate(20).put(7, (byte) 0x0a).put(8, (byte) 5).array();
        assertThatThrownBy(() -> Example.parse(ByteBuffer.wrap(inside, 7, 2)))
                .hasMessage("not a valid Example: at byte 1: length 5, but only 0 bytes are left");
        assertThatThrownBy(() -> Example.parse(Bytes.ofHex("0a070a050a01ff1200")))
                .hasMessage("not a valid Example: at byte 6: a key that is not UTF-8");
        assertThatThrownBy(() -> Example.parse(Bytes.ofHex("08"), Dialect.ONEFLOW))
                .hasMessage("not a valid OFRecord: at byte 1: truncated varint");
    }

    @Test
    void shortensToString() {
        Example example = Example.builder().put("x", new byte[100_000]).build();
        assertThat(example.toString()).hasSizeLessThan(600).endsWith("...");
        assertThat(FOUR.toString()).isEqualTo(FOUR.toText().strip());
        assertThat(FOUR.feature("b")).hasToString("int64_list {\n  value: 1\n}");
    }

    @Test
    void rejectsNamesWithoutAUtf8Form() {
        assertThatIllegalArgumentException().isThrownBy(() -> Example.builder().put("\udc00", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Example.of(Map.of("\udc00", Feature.of(1))));
    }
}
