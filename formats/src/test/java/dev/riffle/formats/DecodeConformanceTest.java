package dev.riffle.formats;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.conformance.MapOrder;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedTextException;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Decodes raw bytes, CSV, JSON and compressed strings like TensorFlow. For compressed strings, the strict methods must
 * also reject strings that are truncated or have bytes after the end.
 */
class DecodeConformanceTest {

    /**
     * The error message that the cases expect for several zstd frames. TensorFlow allocates memory only for the first
     * frame and fails. Riffle returns the content of all frames.
     */
    private static final String SEVERAL_FRAMES = "Failed to decompress zstd input: Destination buffer is too small";

    @Test
    void agreesWithTensorFlow() throws IOException {
        ConformanceFile.run("decode.jsonl", DecodeConformanceTest::problems);
    }

    private static List<String> problems(ConformanceCase aCase) {
        ConformanceCase expected = aCase.object(aCase.has("right") ? "right" : "expect");
        return switch (aCase.text("op")) {
            case "decode_raw" -> RawCase.problems(aCase, expected);
            case "decode_csv" -> CsvCase.problems(aCase, expected);
            case "decode_json_example" -> json(aCase, expected);
            case "decode_compressed" -> compressed(aCase, expected);
            default -> List.of("unknown op " + aCase.text("op"));
        };
    }

    private static List<String> json(ConformanceCase aCase, ConformanceCase expected) {
        Bytes text = aCase.has("json") ? Bytes.ofUtf8(aCase.text("json")) : Bytes.ofOwned(aCase.bytes("json"));
        Example found;
        try {
            found = Example.decodeJson(text);
        } catch (MalformedTextException e) {
            return expected.has("error") ? List.of() : List.of("rejected: " + e.getMessage());
        }
        if (expected.has("error")) {
            return List.of("expected an error, found " + found);
        }
        byte[] message = MapOrder.sortedInWrapper(expected.bytes("deterministic"));
        return Arrays.equals(message, found.toByteArray())
                ? List.of()
                : List.of("expected " + Bytes.ofOwned(message).hex() + ", found "
                        + found.toBytes().hex());
    }

    private static List<String> compressed(ConformanceCase aCase, ConformanceCase expected) {
        PayloadCompression compression;
        try {
            compression = PayloadCompression.named(aCase.text("compression"));
        } catch (IllegalArgumentException e) {
            return expected.has("error") ? List.of() : List.of("unexpected " + e.getMessage());
        }
        List<Bytes> inputs =
                aCase.bytesItems("inputs").stream().map(Bytes::ofOwned).toList();
        if (expected.has("error") && expected.text("error").startsWith(SEVERAL_FRAMES)) {
            return inputs.stream().map(compression::decompress).anyMatch(Bytes::isEmpty)
                    ? List.of("expected the content of several frames, found none")
                    : List.of();
        }
        boolean strictRejects = aCase.flag("incomplete_stream") || aCase.flag("ignored_tail");
        List<String> problems = new ArrayList<>(compare("recover", inputs, compression::recover, expected, false));
        problems.addAll(compare("decompress", inputs, compression::decompress, expected, strictRejects));
        return problems;
    }

    private static List<String> compare(
            String how, List<Bytes> inputs, Function<Bytes, Bytes> work, ConformanceCase expected, boolean rejects) {
        List<Bytes> found;
        try {
            found = inputs.stream().map(work).toList();
        } catch (MalformedPayloadException e) {
            return rejects || expected.has("error") ? List.of() : List.of(how + " rejected: " + e.getMessage());
        }
        if (rejects || expected.has("error")) {
            return List.of(how + ": expected an error, found " + found);
        }
        List<Bytes> wanted =
                expected.bytesItems("outputs").stream().map(Bytes::ofOwned).toList();
        return wanted.equals(found) ? List.of() : List.of(how + ": expected " + wanted + ", found " + found);
    }
}
