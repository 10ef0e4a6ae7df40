package dev.riffle.formats.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArrayExamplesTest {

    private static Map<String, NpyReader> arrays(String... names) throws IOException {
        Map<String, NpyReader> arrays = new LinkedHashMap<>();
        for (String name : names) {
            arrays.put(name, open(NumpyFilesTest.file(name + ".npy"), name));
        }
        return arrays;
    }

    private static NpyReader open(byte[] bytes, String name) throws IOException {
        return NpyReader.open(ByteSource.of(Bytes.ofOwned(bytes), name + ".npy"));
    }

    private static List<Example> examples(ArrayExamples arrays) throws IOException {
        List<Example> examples = new ArrayList<>();
        while (arrays.next()) {
            examples.add(arrays.example());
        }
        assertThat(examples).hasSize((int) arrays.rows());
        assertThatThrownBy(arrays::example).isInstanceOf(IllegalStateException.class);
        return examples;
    }

    @Test
    void makesAnExampleOfEachRow() throws IOException {
        try (ArrayExamples arrays =
                ArrayExamples.of(arrays("int16-big-endian", "bool", "bytes", "text"), Dialect.TENSORFLOW)) {
            assertThat(examples(arrays))
                    .containsExactly(example(1, 1, "a", "é"), example(-2, 0, "bcd", "日本"), example(300, 1, "", ""));
            assertThat(arrays.rounded()).isZero();
        }
    }

    private static Example example(long number, long truth, String bytes, String text) {
        return Example.builder()
                .put("int16-big-endian", number)
                .put("bool", truth)
                .put("bytes", bytes)
                .put("text", text)
                .build();
    }

    @Test
    void joinsTheElementsOfARow() throws IOException {
        try (ArrayExamples arrays = ArrayExamples.of(arrays("float32", "float64"), Dialect.TENSORFLOW)) {
            List<Example> examples = examples(arrays);
            assertThat(examples.get(1).feature("float32")).isEqualTo(Feature.of(3f, 4f));
            assertThat(examples.get(0).feature("float64")).isEqualTo(Feature.of(0.1f));
            assertThat(arrays.rounded()).isEqualTo(1);
        }
        try (ArrayExamples arrays = ArrayExamples.of(arrays("float64", "int32-4d"), Dialect.ONEFLOW)) {
            List<Example> examples = examples(arrays);
            assertThat(examples.get(0).feature("float64")).isEqualTo(Feature.ofDoubles(0.1));
            assertThat(examples.get(1).feature("int32-4d"))
                    .isEqualTo(Feature.ofInt32s(12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23));
        }
    }

    /** Reads more rows than one batch holds. */
    @Test
    void readsInBatches() throws IOException {
        int rows = 3000;
        byte[] header = NpyHeader.write(NpyArray.of(DType.INT64, rows, Shape.scalar()));
        ByteBuffer bytes =
                ByteBuffer.allocate(header.length + rows * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(header);
        for (long i = 0; i < rows; i++) {
            bytes.putLong(i * i);
        }
        try (ArrayExamples arrays = ArrayExamples.of(Map.of("n", open(bytes.array(), "n")), Dialect.TENSORFLOW)) {
            List<Example> examples = examples(arrays);
            for (int i = 0; i < rows; i++) {
                assertThat(examples.get(i).feature("n").longValue()).isEqualTo((long) i * i);
            }
        }
    }

    @Test
    void rejectsWhatAnExampleCannotHold() throws IOException {
        try (ArrayExamples arrays = ArrayExamples.of(arrays("uint64"), Dialect.TENSORFLOW)) {
            assertThat(arrays.next()).isTrue();
            assertThatThrownBy(arrays::next)
                    .isInstanceOf(MalformedArrayException.class)
                    .hasMessage("uint64.npy: row 1: 9223372036854775808 does not fit in a feature of int64");
        }
        byte[] large = NumpyFilesTest.file("float64.npy");
        ByteBuffer.wrap(large).order(ByteOrder.LITTLE_ENDIAN).putDouble(136, 1e300);
        try (ArrayExamples arrays = ArrayExamples.of(Map.of("d", open(large, "d")), Dialect.TENSORFLOW)) {
            assertThat(arrays.next()).isTrue();
            assertThatThrownBy(arrays::next).hasMessage("d.npy: row 1: 1.0E300 does not fit in a feature of float");
        }
        assertThatThrownBy(() -> ArrayExamples.of(arrays("complex64"), Dialect.TENSORFLOW))
                .hasMessage("complex64.npy: an Example cannot hold complex64; save the real and the imaginary parts as"
                        + " two arrays");
        assertThatThrownBy(() -> ArrayExamples.of(arrays("bool", "float32"), Dialect.TENSORFLOW))
                .hasMessage("float32.npy: the array has 2 rows, but bool.npy has 3; arrays of one import have equally"
                        + " many");
        byte[] hollow = NumpyFilesTest.withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (9000000000, 0)}");
        assertThatThrownBy(() -> ArrayExamples.of(Map.of("h", open(hollow, "h")), Dialect.TENSORFLOW))
                .hasMessage("h.npy: the rows have no elements; an import needs at least one value in each row");
        assertThatThrownBy(() -> ArrayExamples.of(Map.of(), Dialect.TENSORFLOW))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
