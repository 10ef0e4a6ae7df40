package dev.riffle.formats;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.MalformedTensorException;
import dev.riffle.tensor.RawDecoder;
import dev.riffle.tensor.Values;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs a conformance case of {@code decode_raw}. */
final class RawCase {

    private RawCase() {}

    static List<String> problems(ConformanceCase aCase, ConformanceCase expected) {
        DenseTensor found;
        try {
            found = decode(aCase);
        } catch (MalformedTensorException | IllegalArgumentException e) {
            return expected.has("error") ? List.of() : List.of("rejected: " + e.getMessage());
        }
        if (expected.has("error")) {
            return List.of("expected " + expected.text("error") + ", found " + found);
        }
        int[] shape = expected.items("shape").stream()
                .mapToInt(dim -> (int) ((JsonValue.Number) dim).exactLong().orElseThrow())
                .toArray();
        List<JsonValue> items = expected.items("values");
        if (!Arrays.equals(shape, found.shape().toArray())
                || items.size() != found.values().size()) {
            return List.of("expected shape " + Arrays.toString(shape) + ", found " + found);
        }
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            if (!agrees(items.get(i), found.values(), i)) {
                problems.add("element " + i + ": expected " + items.get(i) + ", found " + found);
            }
        }
        return problems;
    }

    private static DenseTensor decode(ConformanceCase aCase) {
        DType dtype = DType.named(aCase.text("out_type")).orElseThrow();
        RawDecoder decoder = RawDecoder.of(dtype)
                .order(aCase.flag("little_endian") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        if (aCase.has("fixed_length")) {
            decoder = decoder.fixedLength((int) aCase.number("fixed_length"));
        }
        return aCase.hasBytes("input")
                ? decoder.decode(Bytes.ofOwned(aCase.bytes("input")))
                : decoder.decode(DenseTensor.vector(Values.ofBytes(
                        aCase.bytesItems("inputs").stream().map(Bytes::ofOwned).toList())));
    }

    private static boolean agrees(JsonValue expected, Values found, int i) {
        return switch (found.dtype()) {
            case BOOL -> ((JsonValue.Bool) expected).value() == found.booleanAt(i);
            case COMPLEX64, COMPLEX128 -> {
                List<JsonValue> parts = ((JsonValue.Items) expected).items();
                yield same(decimal(parts.get(0)), found.realAt(i)) && same(decimal(parts.get(1)), found.imaginaryAt(i));
            }
            case FLOAT16, BFLOAT16, FLOAT32, FLOAT64 -> same(decimal(expected), found.doubleAt(i));
            default -> exact(expected) == found.longAt(i);
        };
    }

    private static boolean same(double expected, double found) {
        return Double.compare(expected, found) == 0;
    }

    private static long exact(JsonValue item) {
        return item instanceof JsonValue.Text text
                ? Long.parseLong(text.text())
                : ((JsonValue.Number) item).exactLong().orElseThrow();
    }

    private static double decimal(JsonValue item) {
        return item instanceof JsonValue.Text text
                ? Double.parseDouble(text.text())
                : ((JsonValue.Number) item).doubleValue();
    }
}
