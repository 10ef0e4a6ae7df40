package dev.riffle.example;

import dev.riffle.internal.JsonNumbers;
import dev.riffle.internal.JsonReader;
import dev.riffle.internal.JsonReader.Token;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages in protobuf's JSON format. Names are in lower camel case or as in the proto file. Null means that a
 * field is missing. Integers are numbers or strings, including {@code 1e3} and {@code 1.0}. Bytes are in either of the
 * base64 alphabets, with or without padding. The parser rejects unknown and duplicate members. Source of the rules:
 * protobuf's ProtoJSON guide.
 */
final class JsonParser {

    private final JsonReader json;
    private final Dialect dialect;

    private JsonParser(String text, Dialect dialect) {
        this.json = new JsonReader(text);
        this.dialect = dialect;
    }

    static Example example(String text, Dialect dialect) {
        JsonParser parser = new JsonParser(text, dialect);
        try {
            NameMap<Feature> features =
                    dialect.wraps() ? parser.readWrapped("features", null) : parser.readFeatures(dialect.messageName());
            parser.end();
            boolean absent = features == null || (!dialect.wraps() && features.isEmpty());
            return absent ? Example.empty() : new Example(features);
        } catch (JsonSyntaxException e) {
            throw new MalformedTextException(e.line(), e.column(), e.reason());
        }
    }

    static SequenceExample sequenceExample(String text) {
        JsonParser parser = new JsonParser(text, Dialect.TENSORFLOW);
        try {
            SequenceLists lists = new SequenceLists();
            NameMap<Feature> context = parser.readWrapped("context", lists);
            parser.end();
            return new SequenceExample(context, lists.lists);
        } catch (JsonSyntaxException e) {
            throw new MalformedTextException(e.line(), e.column(), e.reason());
        }
    }

    /** Receives the second field of a SequenceExample. */
    private static final class SequenceLists {
        private @Nullable NameMap<FeatureList> lists;
    }

    private void end() {
        if (json.peek() != Token.END) {
            throw json.failure("text after the end of the message");
        }
    }

    // ---------------------------------------------------------------- messages

    private @Nullable NameMap<Feature> readWrapped(String first, @Nullable SequenceLists second) {
        NameMap<Feature> features = null;
        Set<String> seen = new HashSet<>();
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            String name = once(seen, camel(json.nextName()));
            if (name.equals(first)) {
                features = json.skipsNull() ? null : readFeatures("Features");
            } else if (second != null && name.equals("featureLists")) {
                second.lists = json.skipsNull() ? null : readFeatureLists();
            } else {
                throw unknown(name, second == null ? "Example" : "SequenceExample");
            }
        }
        json.endObject();
        return features;
    }

    private NameMap<Feature> readFeatures(String message) {
        NameMapBuilder<Feature> features = new NameMapBuilder<>();
        Set<String> seen = new HashSet<>();
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            String name = once(seen, json.nextName());
            if (!name.equals("feature")) {
                throw unknown(name, message);
            }
            if (!json.skipsNull()) {
                readMap(key -> features.put(key, readFeature().named(key)));
            }
        }
        json.endObject();
        return features.build();
    }

    private NameMap<FeatureList> readFeatureLists() {
        NameMapBuilder<FeatureList> lists = new NameMapBuilder<>();
        Set<String> seen = new HashSet<>();
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            String name = once(seen, camel(json.nextName()));
            if (!name.equals("featureList")) {
                throw unknown(name, "FeatureLists");
            }
            if (!json.skipsNull()) {
                readMap(key -> lists.put(key, readFeatureList().named(key)));
            }
        }
        json.endObject();
        return lists.build();
    }

    private void readMap(Consumer<Key> value) {
        Set<String> seen = new HashSet<>();
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            value.accept(KeyCache.of(once(seen, json.nextName())));
        }
        json.endObject();
    }

    private FeatureList readFeatureList() {
        List<Feature> steps = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            String name = once(seen, json.nextName());
            if (!name.equals("feature")) {
                throw unknown(name, "FeatureList");
            }
            if (!json.skipsNull()) {
                readItems(() -> steps.add(readFeature()));
            }
        }
        json.endObject();
        return FeatureList.of(steps);
    }

    private Feature readFeature() {
        ListBuilder list = null;
        Set<String> seen = new HashSet<>();
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            String name = once(seen, camel(json.nextName()));
            Kind kind = listKind(json, name, dialect);
            if (!json.skipsNull()) {
                checkOnly(json, list, name);
                list = readList(kind);
            }
        }
        json.endObject();
        return list == null ? Feature.notSet() : list.build();
    }

    /** Returns the kind of the list in a member of a feature. Throws if the member is not a list. */
    static Kind listKind(JsonReader json, String name, Dialect dialect) {
        Kind kind = kindOf(name, dialect);
        if (kind == Kind.NOT_SET) {
            throw unknown(json, name, "Feature");
        }
        return kind;
    }

    /** Throws if a feature has a second list. */
    static void checkOnly(JsonReader json, @Nullable ListBuilder before, String name) {
        if (before != null) {
            throw json.failure("a feature can have only one list: found " + name + " after "
                    + JsonPrinter.memberName(before.kind()));
        }
    }

    /** Returns the kind of a member, or {@link Kind#NOT_SET} if the dialect does not have the member. */
    private static Kind kindOf(String name, Dialect dialect) {
        for (Kind kind : dialect.kinds()) {
            if (JsonPrinter.memberName(kind).equals(name)) {
                return kind;
            }
        }
        return Kind.NOT_SET;
    }

    private ListBuilder readList(Kind kind) {
        ListBuilder list = new ListBuilder(kind);
        Set<String> seen = new HashSet<>();
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            String name = once(seen, json.nextName());
            if (!name.equals("value")) {
                throw unknown(name, JsonPrinter.memberName(kind));
            }
            if (!json.skipsNull()) {
                readItems(() -> readValue(list));
            }
        }
        json.endObject();
        return list;
    }

    private void readItems(Runnable item) {
        json.beginArray();
        while (json.peek() != Token.END_ARRAY) {
            item.run();
        }
        json.endArray();
    }

    // ---------------------------------------------------------------- values

    private void readValue(ListBuilder list) {
        switch (list.kind()) {
            case BYTES -> list.add(readBytes(json));
            case INT64 -> list.add(readInteger(Long.MIN_VALUE, Long.MAX_VALUE));
            case INT32 -> list.add(readInteger(Integer.MIN_VALUE, Integer.MAX_VALUE));
            case FLOAT -> list.add(readDecimal(Float.MAX_VALUE));
            case DOUBLE -> list.add(readDecimal(Double.MAX_VALUE));
            case NOT_SET -> throw new IllegalStateException("no kind");
        }
    }

    /** Consumes a base64 string of either alphabet, and returns the bytes. */
    static Bytes readBytes(JsonReader json) {
        String base64 = json.nextString().replace('-', '+').replace('_', '/');
        try {
            return Bytes.ofOwned(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            throw json.tokenFailure("bytes must be in base64");
        }
    }

    private long readInteger(long least, long most) {
        String number = numberOrString("an integer");
        OptionalLong value = JsonNumbers.isNumber(number) ? JsonNumbers.exactLong(number) : OptionalLong.empty();
        if (value.isEmpty() || value.getAsLong() < least || value.getAsLong() > most) {
            throw json.tokenFailure("expected an integer from " + least + " to " + most + ", found " + number);
        }
        return value.getAsLong();
    }

    private double readDecimal(double most) {
        String number = numberOrString("a number");
        switch (number) {
            case "NaN" -> {
                return Double.NaN;
            }
            case "Infinity" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-Infinity" -> {
                return Double.NEGATIVE_INFINITY;
            }
            default -> {
                if (!JsonNumbers.isNumber(number)) {
                    throw json.tokenFailure("expected a number, found \"" + number + '"');
                }
                double value = Double.parseDouble(number);
                boolean tooLarge = most == Float.MAX_VALUE ? Float.isInfinite((float) value) : Double.isInfinite(value);
                if (tooLarge) {
                    throw json.tokenFailure("number beyond the largest "
                            + (most == Float.MAX_VALUE ? "float" : "double") + ": " + number);
                }
                return value;
            }
        }
    }

    private String numberOrString(String wanted) {
        return switch (json.peek()) {
            case NUMBER -> json.nextNumber();
            case STRING -> json.nextString();
            case BEGIN_OBJECT, END_OBJECT, BEGIN_ARRAY, END_ARRAY, NAME, BOOLEAN, NULL, END ->
                throw json.failure("expected " + wanted + " as a number or a string");
        };
    }

    // ---------------------------------------------------------------- members

    private String once(Set<String> seen, String name) {
        if (!seen.add(name)) {
            throw json.tokenFailure("member named twice: " + name);
        }
        return name;
    }

    private JsonSyntaxException unknown(String name, String message) {
        return unknown(json, name, message);
    }

    /** Returns the exception for a member that the message does not have. */
    static JsonSyntaxException unknown(JsonReader json, String name, String message) {
        return json.tokenFailure("unknown member " + name + " in " + message);
    }

    /** Returns a name of the proto file in lower camel case. Returns other names unchanged. */
    static String camel(String name) {
        return switch (name) {
            case "feature_lists" -> "featureLists";
            case "feature_list" -> "featureList";
            case "bytes_list" -> "bytesList";
            case "float_list" -> "floatList";
            case "int64_list" -> "int64List";
            case "double_list" -> "doubleList";
            case "int32_list" -> "int32List";
            default -> name;
        };
    }
}
