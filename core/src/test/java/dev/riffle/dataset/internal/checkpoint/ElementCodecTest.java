package dev.riffle.dataset.internal.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.dataset.stage.Pair;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class ElementCodecTest {

    private static final List<Object> ELEMENTS = List.of(
            Long.MIN_VALUE,
            -7,
            Float.NaN,
            -0.0,
            true,
            "text \ud800 \u00e9",
            Bytes.ofHex("00ff10"),
            Bytes.empty(),
            Example.builder().put("a", 1L).build(),
            DenseTensor.of(Shape.of(2, 2), Values.ofFloats(1, 2, 3, 4)),
            DenseTensor.vector(Values.ofStrings("a", "", "bc")),
            DenseTensor.scalar(Values.ofBooleans(true)),
            RaggedTensor.of(Values.ofLongs(1, 2, 3), Values.ofInts(0, 2, 2, 3)),
            new RaggedTensor(Values.ofLongs(1, 2, 3, 4), List.of(Values.ofLongs(0, 1, 2)), Shape.of(2)),
            SparseTensor.of(Values.ofLongs(0, 1, 2, 0), Values.ofStrings("x", "y"), Shape.of(3, 2)),
            Pair.of(1L, Pair.of("a", List.of())),
            List.of(1L, "two", List.of(3.0f)),
            Map.of("key", DenseTensor.vector(Values.ofInts(1))));

    @Test
    void decodesEncodedElements() throws IOException {
        for (Object element : ELEMENTS) {
            assertThat(ElementCodec.decode(ElementCodec.encode(element))).isEqualTo(element);
        }
        Map<String, Long> ordered = new LinkedHashMap<>();
        ordered.put("z", 1L);
        ordered.put("a", 2L);
        assertThat((Map<?, ?>) ElementCodec.decode(ElementCodec.encode(ordered)))
                .asString()
                .isEqualTo("{z=1, a=2}");
    }

    @Test
    void rejectsOtherTypesAndSuggestsAMap() {
        for (Object other : List.of(Path.of("x"), List.of(new Object()), Map.of(1L, 2L), new long[] {1})) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ElementCodec.encode(other))
                    .withMessageContaining("map elements to Bytes");
        }
    }

    @Test
    void throwsIoExceptionsForDamagedBytes() {
        for (Object element : ELEMENTS) {
            byte[] expected = ElementCodec.encode(element);
            for (int size = 0; size < expected.length; size++) {
                byte[] cut = Arrays.copyOf(expected, size);
                Assertions.assertThatIOException().isThrownBy(() -> ElementCodec.decode(cut));
            }
            for (int i = 0; i < expected.length; i++) {
                byte[] wrong = expected.clone();
                wrong[i] ^= (byte) 0x91;
                try {
                    assertThat(ElementCodec.decode(wrong)).isNotNull();
                } catch (IOException e) {
                    assertThat(e).hasMessageNotContaining("null pointer");
                }
            }
        }
    }
}
