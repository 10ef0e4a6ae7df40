package dev.riffle.tensor;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.internal.BFloat16;
import dev.riffle.internal.Float16;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the serializer and the parser with {@code tf.io.serialize_tensor} and {@code tf.io.parse_tensor}. */
class TensorConformanceTest {

    @Test
    void agreesWithTensorFlow() throws IOException {
        ConformanceFile.run(
                "tensor.jsonl", aCase -> aCase.text("op").equals("serialize") ? serialized(aCase) : parsed(aCase));
    }

    private static List<String> serialized(ConformanceCase aCase) {
        DType dtype = DType.named(aCase.text("dtype")).orElseThrow();
        if (aCase.flag("unsupported")) {
            try {
                TensorProto.serialize(DenseTensor.scalar(Values.wrap(dtype, 1, ByteBuffer.allocate(16))));
                return List.of("serialized an unsupported type");
            } catch (IllegalArgumentException e) {
                return List.of();
            }
        }
        DenseTensor tensor = DenseTensor.of(shape(aCase), values(dtype, aCase));
        Bytes expected = Bytes.ofOwned(aCase.bytes("serialized"));
        Bytes found = TensorProto.serialize(tensor);
        if (!found.equals(expected)) {
            return List.of("expected " + expected.hex() + ", found " + found.hex());
        }
        DenseTensor again = TensorProto.parse(found, dtype);
        return again.equals(tensor) ? List.of() : List.of("parsed again as " + again);
    }

    private static List<String> parsed(ConformanceCase aCase) {
        DType dtype = DType.named(aCase.text("out_type")).orElseThrow();
        ConformanceCase expect = aCase.has("right") ? aCase.object("right") : aCase.object("expect");
        DenseTensor found;
        try {
            found = TensorProto.parse(Bytes.ofOwned(aCase.bytes("proto")), dtype);
        } catch (MalformedTensorException e) {
            return expect.has("error") ? List.of() : List.of("rejected: " + e.getMessage());
        }
        if (expect.has("error")) {
            return List.of("parsed " + found + ", expected " + expect.text("error"));
        }
        List<String> problems = new ArrayList<>();
        if (!found.shape().equals(shape(expect))) {
            problems.add("shape " + found.shape());
        }
        List<Object> expected = boxed(dtype, expect);
        if (!boxed(found.values()).equals(expected)) {
            problems.add("expected " + expected + ", found " + found);
        }
        return problems;
    }

    static Shape shape(ConformanceCase expect) {
        return Shape.of(expect.items("shape").stream()
                .mapToInt(dim ->
                        Math.toIntExact(((JsonValue.Number) dim).exactLong().orElseThrow()))
                .toArray());
    }

    private static Values values(DType dtype, ConformanceCase aCase) {
        if (dtype == DType.STRING) {
            return Values.ofBytes(
                    aCase.bytesItems("values").stream().map(Bytes::ofOwned).toList());
        }
        List<Object> boxed = boxed(dtype, aCase);
        ByteBuffer data = ByteBuffer.allocate(boxed.size() * dtype.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
        for (Object value : boxed) {
            switch (dtype) {
                case FLOAT32 -> data.putFloat(((Double) value).floatValue());
                case FLOAT64 -> data.putDouble((Double) value);
                case FLOAT16 -> data.putShort(Float16.toBits(((Double) value).floatValue()));
                case BFLOAT16 -> data.putShort(BFloat16.toBits(((Double) value).floatValue()));
                case COMPLEX64 -> ((List<?>) value).forEach(part -> data.putFloat(((Double) part).floatValue()));
                case COMPLEX128 -> ((List<?>) value).forEach(part -> data.putDouble((Double) part));
                case BOOL -> data.put((byte) ((Boolean) value ? 1 : 0));
                default -> {
                    long bits = ((BigInteger) value).longValue();
                    for (int i = 0; i < dtype.byteSize(); i++) {
                        data.put((byte) (bits >>> 8 * i));
                    }
                }
            }
        }
        return Values.wrap(dtype, boxed.size(), data);
    }

    /** Returns the values of a case as Double, BigInteger, Boolean, Bytes, or a list of two Doubles. */
    static List<Object> boxed(DType dtype, ConformanceCase expect) {
        if (dtype == DType.STRING) {
            return expect.bytesItems("values").stream()
                    .map(bytes -> (Object) Bytes.ofOwned(bytes))
                    .toList();
        }
        return expect.items("values").stream().map(json -> boxed(dtype, json)).toList();
    }

    private static Object boxed(DType dtype, JsonValue json) {
        return switch (dtype.form()) {
            case FLOAT -> number(json);
            case COMPLEX ->
                ((JsonValue.Items) json)
                        .items().stream().map(TensorConformanceTest::number).toList();
            case BOOL -> ((JsonValue.Bool) json).value();
            case INTEGER -> new BigInteger(text(json));
            case STRING -> throw new IllegalArgumentException("strings are base64");
        };
    }

    private static String text(JsonValue json) {
        return json instanceof JsonValue.Number number ? number.text() : ((JsonValue.Text) json).text();
    }

    private static Double number(JsonValue json) {
        return Double.valueOf(text(json));
    }

    /** Returns the elements in the form of a case, read one by one. */
    static List<Object> boxed(Values values) {
        List<Object> boxed = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            boxed.add(
                    switch (values.dtype().form()) {
                        case FLOAT -> (Object) values.doubleAt(i);
                        case COMPLEX -> List.of(values.realAt(i), values.imaginaryAt(i));
                        case BOOL -> (Object) values.booleanAt(i);
                        case INTEGER -> (Object) values.bigIntegerAt(i);
                        case STRING -> (Object) values.bytesAt(i);
                    });
        }
        return boxed;
    }
}
