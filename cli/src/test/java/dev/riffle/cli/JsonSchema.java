package dev.riffle.cli;

import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Validates JSON with the schemas in {@code docs/reference/schema}, which use a subset of JSON Schema. A keyword
 * outside the subset is an error, so that no rule goes unchecked.
 *
 * @param file the file of the schema
 * @param root the complete document, for references within the file
 * @param rules the part of the document that describes the value
 */
record JsonSchema(Path file, JsonValue root, JsonValue rules) {

    private static final Set<String> KEYWORDS = Set.of(
            "$schema",
            "$defs",
            "$ref",
            "title",
            "description",
            "type",
            "enum",
            "anyOf",
            "items",
            "properties",
            "required",
            "additionalProperties");

    private static final Map<Path, JsonValue> DOCUMENTS = new ConcurrentHashMap<>();

    /** Returns the folder of the schemas. */
    static Path folder() {
        return Samples.directory().resolve(Path.of("..", "docs", "reference", "schema"));
    }

    /** Returns the file of the schema of a command, such as {@code message read}. */
    static Path file(String command) {
        return folder().resolve(command.replace(' ', '-') + ".json");
    }

    static JsonSchema read(Path file) {
        JsonValue document = DOCUMENTS.computeIfAbsent(file, missing -> {
            try {
                return JsonValue.parse(Files.readString(missing));
            } catch (IOException e) {
                throw new IllegalStateException("no schema " + missing, e);
            }
        });
        return new JsonSchema(file, document, document);
    }

    /** Returns the first contradiction between a value and the schema. Empty if the value is valid. */
    Optional<String> problem(JsonValue value) {
        return problem(value, "$");
    }

    private Optional<String> problem(JsonValue value, String place) {
        for (String keyword : members(rules).keySet()) {
            if (!KEYWORDS.contains(keyword)) {
                throw new IllegalStateException(file + ": keyword outside the subset: " + keyword);
            }
        }
        List<Optional<String>> problems = new ArrayList<>();
        rule("$ref").ifPresent(to -> problems.add(reference(text(to)).problem(value, place)));
        rule("type").ifPresent(type -> problems.add(check(isOf(type, value), place, "expected " + type, value)));
        rule("enum")
                .ifPresent(list -> problems.add(check(items(list).contains(value), place, "expected " + list, value)));
        rule("anyOf").ifPresent(list -> problems.add(anyOf(items(list), value, place)));
        if (value instanceof JsonValue.Items array) {
            rule("items").ifPresent(rule -> {
                for (int i = 0; i < array.items().size(); i++) {
                    problems.add(part(rule).problem(array.items().get(i), place + "[" + i + "]"));
                }
            });
        }
        if (value instanceof JsonValue.Members object) {
            rule("required")
                    .ifPresent(names -> items(names)
                            .forEach(name -> problems.add(check(
                                    object.members().containsKey(text(name)),
                                    place,
                                    "no member " + text(name),
                                    value))));
            object.members().forEach((name, member) -> problems.add(member(name, member, place + "." + name)));
        }
        return problems.stream().flatMap(Optional::stream).findFirst();
    }

    private Optional<String> member(String name, JsonValue member, String place) {
        Optional<JsonValue> known = rule("properties").map(all -> members(all).get(name));
        Optional<JsonValue> used = known.or(() -> rule("additionalProperties"));
        if (used.isEmpty()) {
            return Optional.empty();
        }
        if (used.get() instanceof JsonValue.Bool allowed) {
            return check(allowed.value(), place, "no such member is allowed", member);
        }
        return part(used.get()).problem(member, place);
    }

    private Optional<String> anyOf(List<JsonValue> choices, JsonValue value, String place) {
        List<String> problems = new ArrayList<>();
        for (JsonValue choice : choices) {
            Optional<String> problem = part(choice).problem(value, place);
            if (problem.isEmpty()) {
                return problem;
            }
            problems.add(problem.get());
        }
        return Optional.of("none of: " + problems);
    }

    private JsonSchema part(JsonValue rule) {
        return new JsonSchema(file, root, rule);
    }

    private JsonSchema reference(String to) {
        int mark = to.indexOf('#');
        String name = mark < 0 ? to : to.substring(0, mark);
        JsonSchema other = name.isEmpty() ? part(root) : read(file.resolveSibling(name));
        if (mark < 0) {
            return other;
        }
        JsonValue at = other.root();
        for (String step : to.substring(mark + 2).split("/")) {
            at = Optional.ofNullable(members(at).get(step))
                    .orElseThrow(() -> new IllegalStateException(file + ": no " + to));
        }
        return other.part(at);
    }

    private Optional<JsonValue> rule(String keyword) {
        return Optional.ofNullable(members(rules).get(keyword));
    }

    private static Optional<String> check(boolean holds, String place, String problem, JsonValue found) {
        return holds ? Optional.empty() : Optional.of(place + ": " + problem + ", found " + found);
    }

    private static boolean isOf(JsonValue type, JsonValue value) {
        if (type instanceof JsonValue.Items types) {
            return types.items().stream().anyMatch(one -> isOf(one, value));
        }
        return switch (text(type)) {
            case "object" -> value instanceof JsonValue.Members;
            case "array" -> value instanceof JsonValue.Items;
            case "string" -> value instanceof JsonValue.Text;
            case "boolean" -> value instanceof JsonValue.Bool;
            case "null" -> value instanceof JsonValue.Null;
            case "number" -> value instanceof JsonValue.Number;
            case "integer" ->
                value instanceof JsonValue.Number number && number.text().matches("-?[0-9]+");
            default -> throw new IllegalStateException("no such type: " + text(type));
        };
    }

    private static Map<String, JsonValue> members(JsonValue value) {
        return ((JsonValue.Members) value).members();
    }

    private static List<JsonValue> items(JsonValue value) {
        return ((JsonValue.Items) value).items();
    }

    private static String text(JsonValue value) {
        return ((JsonValue.Text) value).text();
    }
}
