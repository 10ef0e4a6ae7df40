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
 * protobuf's ProtoJSON guide. A subclass reads other values.
 */
class JsonParser {

    final JsonReader json;
    private final Dialect dialect;

    /** The features or the context; null before the first field with features. */
    private @Nullable NameMapBuilder<Feature> features;

    private @Nullable NameMapBuilder<FeatureList> lists;

    JsonParser(JsonReader json, Dialect dialect) {
        this.json = json;
        this.dialect = dialect;
    }

    static Example example(String text, Dialect dialect) {
        return new JsonParser(new JsonReader(text), dialect).readExample();
    }

    static SequenceExample sequenceExample(String text) {
        return new JsonParser(new JsonReader(text), Dialect.TENSORFLOW).readSequenceExample();
    }

    // ---------------------------------------------------------------- messages

    final Example readExample() {
        readComplete(() -> {
            if (dialect.wraps()) {
                readMessage("Example", "features", false);
            } else {
                readFeatures(dialect.messageName());
            }
        });
        NameMapBuilder<Feature> found = features;
        if (found == null || !dialect.wraps() && found.isEmpty()) {
            return Example.empty();
        }
        return new Example(found.build());
    }

    private SequenceExample readSequenceExample() {
        readComplete(() -> readMessage("SequenceExample", "context", true));
        return new SequenceExample(features == null ? null : features.build(), lists == null ? null : lists.build());
    }

    private void readMessage(String message, String featuresField, boolean hasLists) {
        readMembers(given -> {
            String name = camel(given);
            boolean isLists = hasLists && name.equals("featureLists");
            if (!isLists && !name.equals(featuresField)) {
                throw unknown(name, message);
            }
            if (json.skipsNull()) {
                return;
            }
            if (isLists) {
                readFeatureLists();
            } else {
                readFeatures("Features");
            }
        });
    }

    /** Reads a message, and checks that no text follows it. */
    private void readComplete(Runnable message) {
        try {
            message.run();
            if (json.peek() != Token.END) {
                throw json.failure("text after the end of the message");
            }
        } catch (JsonSyntaxException e) {
            throw new MalformedTextException(e.line(), e.column(), e.reason());
        }
    }

    private void readFeatures(String message) {
        NameMapBuilder<Feature> target = features == null ? new NameMapBuilder<>() : features;
        features = target;
        readMember(
                "feature",
                message,
                () -> readMap(key -> target.put(key, readMapValue().named(key))));
    }

    private void readFeatureLists() {
        NameMapBuilder<FeatureList> target = new NameMapBuilder<>();
        lists = target;
        readMember(
                "featureList",
                "FeatureLists",
                () -> readMap(key -> target.put(key, readFeatureList().named(key))));
    }

    private FeatureList readFeatureList() {
        List<Feature> steps = new ArrayList<>();
        readMember("feature", "FeatureList", () -> readItems(() -> steps.add(readFeature())));
        return FeatureList.of(steps);
    }

    /** Reads a feature in a map of features. */
    Feature readMapValue() {
        return readFeature();
    }

    final Feature readFeature() {
        List<ListBuilder> lists = new ArrayList<>(1);
        readMembers(given -> {
            String name = camel(given);
            Kind kind = kindOf(name);
            if (!json.skipsNull()) {
                if (!lists.isEmpty()) {
                    throw json.failure("a feature can have only one list: found " + name + " after "
                            + JsonPrinter.memberName(lists.get(0).kind()));
                }
                lists.add(readList(kind));
            }
        });
        return lists.isEmpty() ? Feature.notSet() : lists.get(0).build();
    }

    /** Returns the kind of the list in a member of a feature. Throws if the member is not a list. */
    private Kind kindOf(String name) {
        for (Kind kind : dialect.kinds()) {
            if (JsonPrinter.memberName(kind).equals(name)) {
                return kind;
            }
        }
        throw unknown(name, "Feature");
    }

    private ListBuilder readList(Kind kind) {
        ListBuilder list = new ListBuilder(kind);
        readMember("value", JsonPrinter.memberName(kind), () -> readValues(list));
        return list;
    }

    /** Reads the member {@code value} of a list. */
    void readValues(ListBuilder list) {
        readItems(() -> readValue(list));
    }

    final void readItems(Runnable item) {
        json.beginArray();
        while (json.peek() != Token.END_ARRAY) {
            item.run();
        }
        json.endArray();
    }

    // ---------------------------------------------------------------- values

    final void readValue(ListBuilder list) {
        switch (list.kind()) {
            case BYTES -> list.add(readBytes());
            case INT64, INT32 -> list.add(readInteger(list.kind()));
            case FLOAT, DOUBLE -> list.add(readDecimal(list.kind()));
            case NOT_SET -> throw new IllegalStateException("no kind");
        }
    }

    /** Consumes a base64 string of either alphabet, and returns the bytes. */
    private Bytes readBytes() {
        String base64 = json.nextString().replace('-', '+').replace('_', '/');
        try {
            return Bytes.ofOwned(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            throw json.tokenFailure("bytes must be in base64");
        }
    }

    long readInteger(Kind kind) {
        long least = kind == Kind.INT32 ? Integer.MIN_VALUE : Long.MIN_VALUE;
        long most = kind == Kind.INT32 ? Integer.MAX_VALUE : Long.MAX_VALUE;
        String number = numberOrString("an integer");
        OptionalLong value = JsonNumbers.isNumber(number) ? JsonNumbers.exactLong(number) : OptionalLong.empty();
        if (value.isEmpty() || value.getAsLong() < least || value.getAsLong() > most) {
            throw json.tokenFailure("expected an integer from " + least + " to " + most + ", found " + number);
        }
        return value.getAsLong();
    }

    double readDecimal(Kind kind) {
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
                if (Double.isInfinite(kind == Kind.FLOAT ? (float) value : value)) {
                    throw json.tokenFailure(
                            "number beyond the largest " + (kind == Kind.FLOAT ? "float" : "double") + ": " + number);
                }
                return value;
            }
        }
    }

    final String numberOrString(String wanted) {
        return switch (json.peek()) {
            case NUMBER -> json.nextNumber();
            case STRING -> json.nextString();
            case BEGIN_OBJECT, END_OBJECT, BEGIN_ARRAY, END_ARRAY, NAME, BOOLEAN, NULL, END ->
                throw json.failure("expected " + wanted + " as a number or a string");
        };
    }

    // ---------------------------------------------------------------- members

    /** Reads an object whose only member has this name. The action reads the value unless it is null. */
    private void readMember(String expected, String message, Runnable value) {
        readMembers(name -> {
            if (!camel(name).equals(expected)) {
                throw unknown(name, message);
            }
            if (!json.skipsNull()) {
                value.run();
            }
        });
    }

    /** Reads an object that represents a message. The action receives the name of each member and reads its value. */
    private void readMembers(Consumer<String> value) {
        Set<String> seen = new HashSet<>();
        readObject(name -> {
            if (!seen.add(camel(name))) {
                repeatedMember(camel(name));
            }
            value.accept(name);
        });
    }

    /** Handles a member that its message already has. */
    void repeatedMember(String name) {
        throw json.tokenFailure("member named twice: " + name);
    }

    /** Reads an object that represents a map. The action receives each key and reads its value. */
    private void readMap(Consumer<Key> value) {
        Set<String> seen = new HashSet<>();
        readObject(name -> {
            if (!seen.add(name)) {
                repeatedKey(name);
            }
            value.accept(KeyCache.of(name));
        });
    }

    /** Throws the exception for a key that its map already has. */
    void repeatedKey(String name) {
        repeatedMember(name);
    }

    private void readObject(Consumer<String> member) {
        json.beginObject();
        while (json.peek() != Token.END_OBJECT) {
            member.accept(json.nextName());
        }
        json.endObject();
    }

    private JsonSyntaxException unknown(String name, String message) {
        return json.tokenFailure("unknown member " + name + " in " + message);
    }

    /** Returns a name of the proto file in lower camel case. Returns other names unchanged. */
    private static String camel(String name) {
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
