package dev.riffle.parse;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.example.MalformedTextException;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PlainParser.Form;
import dev.riffle.tensor.DType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the parser with the expectation of a conformance case. */
final class ParseCase {

    private static final Pattern KEY = Pattern.compile(
            "Key: (.*?)(?:, Index: |\\.  )|Feature: (.*?) \\(data type|Context feature: (.*?)\\.  "
                    + "|Feature list: (.*?), Index|Feature list '(.*?)' |feature with key (.*?): number"
                    + "|for feature (.*?)(?:: expected|$)|sequence feature (.*?) in example"
                    + "|number of elements in feature (.*)$",
            Pattern.DOTALL);

    private final ConformanceCase aCase;

    ParseCase(ConformanceCase aCase) {
        this.aCase = aCase;
    }

    /** Holds the result of the parser. Access to the tensors adds detected faults to the problems. */
    @FunctionalInterface
    interface Found {
        Expected tensors(List<String> problems);
    }

    /** Returns the differences between the result of the parser and the expected result. */
    List<String> problems(
            Function<Bytes, Found> single, Function<PayloadBatch, Found> batch, Supplier<PlainParser.Outcome> plain) {
        List<Bytes> payloads =
                aCase.bytesItems("serialized").stream().map(Bytes::ofOwned).toList();
        Expected expected = expected(aCase);
        if (!hasMatchingNames(aCase)) {
            return expected.rejected()
                    ? configurationProblems(() -> PayloadBatch.of(payloads, names(aCase)))
                    : List.of("the case has different numbers of names and payloads, and no error");
        }
        List<String> problems = new ArrayList<>();
        Expected found;
        try {
            if (form(aCase) == Form.SINGLE) {
                found = single.apply(payloads.get(0)).tensors(problems);
            } else if (aCase.has("names")) {
                found = batch.apply(PayloadBatch.of(payloads, names(aCase))).tensors(problems);
            } else {
                found = batch.apply(PayloadBatch.of(payloads)).tensors(problems);
            }
        } catch (ExampleParseException e) {
            PlainParser.Outcome outcome = plain.get();
            if (!expected.rejected() && !outcome.rejectedOnlyByOwnRules()) {
                // Riffle compares the numbers of indices and values of each Example. TensorFlow compares their totals
                // for the batch.
                problems.add("rejected: " + e.getMessage());
            } else if (!outcome.explains(e)) {
                problems.add(
                        "rejected for a different reason: " + e.getMessage() + "; expected one of " + outcome.faults()
                                + (outcome.unchecked().isEmpty() ? "" : " or of " + outcome.unchecked()) + ", as in "
                                + expected.error());
            }
            return problems;
        }
        if (expected.rejected()) {
            problems.add("accepted, expected the error " + expected.error());
            return problems;
        }
        compare("feature ", expected.tensors(), found.tensors(), Set.of(), problems);
        compare("list ", expected.lists(), found.lists(), Set.of(), problems);
        compare("length ", expected.lengths(), found.lengths(), Set.of(), problems);
        return problems;
    }

    private static List<String> names(ConformanceCase aCase) {
        return aCase.items("names").stream()
                .map(name -> ((JsonValue.Text) name).text())
                .toList();
    }

    /** Returns an empty list if the parser rejects the configuration, and otherwise a problem. */
    static List<String> configurationProblems(Supplier<?> configured) {
        try {
            return List.of("accepted the configuration: " + configured.get());
        } catch (IllegalArgumentException | MalformedTextException e) {
            return List.of();
        }
    }

    /**
     * Returns the specs of a case in Riffle's JSON form. Converts base64 strings of default values to {@code b64}
     * objects.
     */
    static JsonValue specsJson(JsonValue given) {
        if (!(given instanceof JsonValue.Members specs)) {
            return given;
        }
        Map<String, JsonValue> converted = new LinkedHashMap<>();
        specs.members().forEach((name, spec) -> converted.put(name, specJson(spec)));
        return new JsonValue.Members(converted);
    }

    private static JsonValue specJson(JsonValue given) {
        if (!(given instanceof JsonValue.Members spec)
                || !new JsonValue.Text("string").equals(spec.members().get("dtype"))
                || !spec.members().containsKey("default")) {
            return given;
        }
        Map<String, JsonValue> converted = new LinkedHashMap<>(spec.members());
        converted.computeIfPresent("default", (name, value) -> base64(value));
        return new JsonValue.Members(converted);
    }

    private static JsonValue base64(JsonValue value) {
        if (value instanceof JsonValue.Text) {
            return new JsonValue.Members(Map.of("b64", value));
        }
        return value instanceof JsonValue.Items list
                ? new JsonValue.Items(
                        list.items().stream().map(ParseCase::base64).toList())
                : value;
    }

    /**
     * Holds the expected result of a case.
     *
     * @param error the message of TensorFlow or protobuf for a rejection; otherwise empty
     */
    record Expected(
            String error,
            Map<String, ExpectedTensor> tensors,
            Map<String, ExpectedTensor> lists,
            Map<String, ExpectedTensor> lengths) {

        boolean rejected() {
            return !error.isEmpty();
        }
    }

    static Form form(ConformanceCase aCase) {
        return switch (aCase.text("mode")) {
            case "batch" -> Form.BATCH;
            case "single" -> Form.SINGLE;
            default -> throw new IllegalArgumentException(aCase.text("mode"));
        };
    }

    /**
     * Returns whether the parser must reject the configuration. This includes rows of length 0. TensorFlow accepts that
     * configuration but rejects every batch with data, so Riffle rejects the configuration.
     */
    static boolean hasInvalidConfiguration(ConformanceCase aCase) {
        return aCase.object("expect").has("config_error")
                || List.of("features", "context_features", "sequence_features").stream()
                        .filter(aCase::has)
                        .anyMatch(part -> hasRowsOfLengthZero(aCase.object(part)));
    }

    private static boolean hasRowsOfLengthZero(ConformanceCase specs) {
        return specs.members().keySet().stream()
                .map(specs::object)
                .filter(spec -> spec.has("partitions"))
                .flatMap(spec -> spec.objects("partitions").stream())
                .anyMatch(partition ->
                        partition.has("uniform_row_length") && partition.number("uniform_row_length") == 0);
    }

    /** Returns whether a case has no names, or as many names as payloads. */
    static boolean hasMatchingNames(ConformanceCase aCase) {
        return !aCase.has("names")
                || aCase.items("names").size() == aCase.items("serialized_b64").size();
    }

    /**
     * Returns the result of TensorFlow for the case. If normalization of the message by protobuf changes the result,
     * returns the result for the normalized message.
     */
    static Expected expected(ConformanceCase aCase) {
        if (aCase.flag("protobuf_error")) {
            return new Expected("protobuf rejects a message", Map.of(), Map.of(), Map.of());
        }
        ConformanceCase expect = aCase.object(
                aCase.flag("deviates_from_protobuf") && aCase.has("protobuf_expect") ? "protobuf_expect" : "expect");
        if (!expect.has("values")) {
            return new Expected(expect.text("error"), Map.of(), Map.of(), Map.of());
        }
        ConformanceCase values = expect.object("values");
        if (aCase.has("features")) {
            return new Expected("", tensors(values), Map.of(), Map.of());
        }
        Map<String, ExpectedTensor> lengths = new LinkedHashMap<>();
        if (values.has("lengths")) {
            values.object("lengths").members().forEach((name, json) -> {
                List<Object> numbers = new ArrayList<>(ExpectedTensor.longs(json));
                lengths.put(name, ExpectedTensor.dense(DType.INT64, List.of((long) numbers.size()), numbers));
            });
        }
        return new Expected("", tensors(values.object("context")), tensors(values.object("sequence")), lengths);
    }

    private static Map<String, ExpectedTensor> tensors(ConformanceCase json) {
        Map<String, ExpectedTensor> tensors = new LinkedHashMap<>();
        json.members()
                .forEach((name, tensor) -> tensors.put(
                        name, ExpectedTensor.of(new ConformanceCase(((JsonValue.Members) tensor).members()))));
        return tensors;
    }

    /** Returns the feature key in an error message of TensorFlow; empty if there is none. */
    static Optional<String> keyNamed(String error) {
        Matcher matcher = KEY.matcher(error);
        if (!matcher.find()) {
            return Optional.empty();
        }
        for (int group = 1; group <= matcher.groupCount(); group++) {
            if (matcher.group(group) != null) {
                return Optional.of(matcher.group(group));
            }
        }
        return Optional.empty();
    }

    static void compare(
            String what,
            Map<String, ExpectedTensor> expected,
            Map<String, ExpectedTensor> found,
            Set<String> unchecked,
            List<String> problems) {
        Set<String> names = new java.util.TreeSet<>(expected.keySet());
        names.addAll(found.keySet());
        names.removeAll(unchecked);
        for (String name : names) {
            ExpectedTensor wanted = expected.get(name);
            ExpectedTensor made = found.get(name);
            if (wanted == null || made == null || !wanted.canonical().equals(made.canonical())) {
                problems.add(what + name + ": expected " + expected.get(name) + ", found " + found.get(name));
            }
        }
    }
}
