package dev.riffle.example;

import static dev.riffle.conformance.JsonComparison.Precision.FLOAT;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.conformance.JsonComparison;
import dev.riffle.conformance.MapOrder;
import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Compares the wire format, text format and JSON of Examples and SequenceExamples with the output of protobuf. */
class ExampleConformanceTest {

    /** Holds the functions of a message type, so that one method can check both types. */
    private record Codec<T>(
            Function<byte[], T> parse,
            Function<T, byte[]> write,
            Function<T, String> toText,
            Function<String, T> parseText,
            Function<T, String> toJson,
            Function<String, T> parseJson) {}

    private static final Codec<Example> EXAMPLE = new Codec<>(
            Example::parse,
            Example::toByteArray,
            Example::toText,
            Example::parseText,
            Example::toJson,
            Example::parseJson);

    private static final Codec<SequenceExample> SEQUENCE_EXAMPLE = new Codec<>(
            SequenceExample::parse,
            SequenceExample::toByteArray,
            SequenceExample::toText,
            SequenceExample::parseText,
            SequenceExample::toJson,
            SequenceExample::parseJson);

    @Test
    void agreesWithProtobuf() throws IOException {
        ConformanceFile.run("example.jsonl", aCase -> switch (aCase.text("message")) {
            case "Example" -> problems(aCase, EXAMPLE);
            case "SequenceExample" -> problems(aCase, SEQUENCE_EXAMPLE);
            default -> List.of("unknown message " + aCase.text("message"));
        });
    }

    private static <T> List<String> problems(ConformanceCase aCase, Codec<T> codec) {
        List<String> problems = new ArrayList<>();
        T message;
        try {
            message = codec.parse().apply(aCase.bytes("wire"));
        } catch (MalformedMessageException e) {
            if (!aCase.flag("error")) {
                problems.add("rejected: " + e.getMessage());
            }
            return problems;
        }
        if (aCase.flag("error")) {
            problems.add("accepted malformed bytes as " + message);
            return problems;
        }
        byte[] expected = MapOrder.sortedInWrapper(
                aCase.bytes(aCase.hasBytes("deterministic_known") ? "deterministic_known" : "deterministic"));
        byte[] written = codec.write().apply(message);
        if (!Arrays.equals(expected, written)) {
            problems.add("wrote " + HexFormat.of().formatHex(written) + ", expected "
                    + HexFormat.of().formatHex(expected));
        }
        String text = codec.toText().apply(message);
        if (!text.equals(aCase.text("text"))) {
            problems.add("text is\n" + text + "\nexpected\n" + aCase.text("text"));
        }
        JsonValue json = JsonValue.parse(codec.toJson().apply(message));
        JsonComparison.difference(aCase.value("json"), json, FLOAT).ifPresent(problems::add);
        checkRead(message, codec.parse().apply(written), "its serialized form", problems);
        checkRead(message, codec.parseText().apply(aCase.text("text")), "the text", problems);
        if (aCase.has("print")) {
            checkRead(message, codec.parseText().apply(aCase.text("print")), "the output of print()", problems);
        }
        checkRead(message, codec.parseJson().apply(aCase.value("json").toJson()), "the JSON", problems);
        checkRead(message, codec.parseJson().apply(codec.toJson().apply(message)), "its printed JSON", problems);
        return problems;
    }

    private static <T> void checkRead(T expected, T read, String from, List<String> problems) {
        if (!expected.equals(read)) {
            problems.add("from " + from + " read " + read + ", expected " + expected);
        }
    }
}
