package dev.riffle.example;

import dev.riffle.internal.Utf8;
import dev.riffle.io.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages in protobuf's text format, by the rules of C++ and Python. A field that is not repeated, and the kind
 * of a feature, can occur only once. Map entries can repeat a key. The last entry counts. Each message has its own
 * method.
 */
final class TextParser {

    private final TextScanner scanner;
    private final Dialect dialect;
    private @Nullable NameMap<Feature> features;
    private @Nullable NameMap<FeatureList> lists;

    private TextParser(String text, Dialect dialect) {
        this.scanner = new TextScanner(text);
        this.dialect = dialect;
    }

    static Example example(String text, Dialect dialect) {
        TextParser parser = new TextParser(text, dialect);
        if (!dialect.wraps()) {
            return parser.readBareFeatures();
        }
        parser.readMessage("Example", "features", false);
        return parser.features == null ? Example.empty() : new Example(parser.features);
    }

    static SequenceExample sequenceExample(String text) {
        TextParser parser = new TextParser(text, Dialect.TENSORFLOW);
        parser.readMessage("SequenceExample", "context", true);
        return new SequenceExample(parser.features, parser.lists);
    }

    // ---------------------------------------------------------------- messages

    private void readMessage(String message, String featuresField, boolean hasLists) {
        while (!scanner.atEnd()) {
            String field = scanner.name();
            if (field.equals(featuresField)) {
                checkOnce(field, features);
                features = readFeatures();
            } else if (hasLists && field.equals("feature_lists")) {
                checkOnce(field, lists);
                lists = readFeatureLists();
            } else {
                throw unknown(field, message, featuresField + (hasLists ? " or feature_lists" : ""));
            }
            separator();
        }
    }

    private Example readBareFeatures() {
        NameMapBuilder<Feature> bare = new NameMapBuilder<>();
        while (!scanner.atEnd()) {
            readField("feature", "OFRecord", () -> readEntry(bare));
        }
        return bare.isEmpty() ? Example.empty() : new Example(bare.build());
    }

    private NameMap<Feature> readFeatures() {
        NameMapBuilder<Feature> read = new NameMapBuilder<>();
        scanner.tryConsume(':');
        readFields("feature", "Features", () -> readEntry(read));
        return read.build();
    }

    private void readEntry(NameMapBuilder<Feature> target) {
        readEntry(this::readFeature, Feature.notSet(), (key, value) -> target.put(key, value.named(key)));
    }

    private NameMap<FeatureList> readFeatureLists() {
        NameMapBuilder<FeatureList> read = new NameMapBuilder<>();
        scanner.tryConsume(':');
        readFields(
                "feature_list",
                "FeatureLists",
                () -> readEntry(
                        this::readFeatureList, FeatureList.of(), (key, value) -> read.put(key, value.named(key))));
        return read.build();
    }

    /** Reads an entry of a map. The entry has {@code absent} if it has no value. */
    private <V> void readEntry(Supplier<V> reading, V absent, BiConsumer<Key, V> target) {
        Key key = null;
        V value = null;
        char close = open();
        while (!scanner.tryConsume(close)) {
            String field = scanner.name();
            switch (field) {
                case "key" -> {
                    checkOnce(field, key);
                    key = readKey();
                }
                case "value" -> {
                    checkOnce(field, value);
                    scanner.tryConsume(':');
                    value = reading.get();
                }
                default -> throw unknown(field, "a map entry", "key or value");
            }
            separator();
        }
        target.accept(key == null ? KeyCache.of("") : key, value == null ? absent : value);
    }

    private Key readKey() {
        scanner.consume(':');
        byte[] utf8 = scanner.string();
        if (!Utf8.isValid(utf8, 0, utf8.length)) {
            throw scanner.tokenFailure("a key that is not UTF-8");
        }
        return KeyCache.of(new String(utf8, StandardCharsets.UTF_8));
    }

    private FeatureList readFeatureList() {
        List<Feature> steps = new ArrayList<>();
        readFields("feature", "FeatureList", () -> steps.add(readFeature()));
        return FeatureList.of(steps);
    }

    /** Reads a message that has only one field, which is repeated. */
    private void readFields(String expected, String message, Runnable one) {
        char close = open();
        while (!scanner.tryConsume(close)) {
            readField(expected, message, one);
        }
    }

    private void readField(String expected, String message, Runnable one) {
        String field = scanner.name();
        if (!field.equals(expected)) {
            throw unknown(field, message, expected);
        }
        readEach(one);
        separator();
    }

    private Feature readFeature() {
        ListBuilder list = null;
        char close = open();
        while (!scanner.tryConsume(close)) {
            String field = scanner.name();
            Kind kind = kindOf(field);
            if (kind == Kind.NOT_SET) {
                throw unknown(field, "Feature", String.join(", ", kindNames()));
            }
            if (list != null) {
                throw scanner.tokenFailure("a feature can have only one list: found " + field + " after "
                        + list.kind().fieldName());
            }
            scanner.tryConsume(':');
            list = readList(kind);
            separator();
        }
        return list == null ? Feature.notSet() : list.build();
    }

    private Kind kindOf(String field) {
        for (Kind kind : dialect.kinds()) {
            if (kind.fieldName().equals(field)) {
                return kind;
            }
        }
        return Kind.NOT_SET;
    }

    private List<String> kindNames() {
        return dialect.kinds().stream().map(Kind::fieldName).toList();
    }

    private ListBuilder readList(Kind kind) {
        ListBuilder list = new ListBuilder(kind);
        char close = open();
        while (!scanner.tryConsume(close)) {
            String field = scanner.name();
            if (!field.equals("value")) {
                throw unknown(field, kind.fieldName(), "value");
            }
            scanner.consume(':');
            if (scanner.at('[')) {
                readEach(() -> readValue(list));
            } else {
                readValue(list);
            }
            separator();
        }
        return list;
    }

    // ---------------------------------------------------------------- values

    private void readValue(ListBuilder list) {
        switch (list.kind()) {
            case BYTES -> list.add(Bytes.ofOwned(scanner.string()));
            case INT64 -> list.add(readInteger(Long.SIZE));
            case INT32 -> list.add(readInteger(Integer.SIZE));
            case FLOAT, DOUBLE -> list.add(readDecimal());
            case NOT_SET -> throw new IllegalStateException("no kind");
        }
    }

    private long readInteger(int bits) {
        boolean isNegative = scanner.tryConsume('-');
        String number = scanner.number();
        if (!TextNumbers.isInteger(number)) {
            throw scanner.tokenFailure("expected an integer, found " + number);
        }
        OptionalLong value = TextNumbers.integer(number, isNegative, bits);
        if (value.isEmpty()) {
            throw scanner.tokenFailure("integer does not fit " + bits + " bits: " + number);
        }
        return value.getAsLong();
    }

    private double readDecimal() {
        boolean isNegative = scanner.tryConsume('-');
        String number = scanner.number();
        OptionalDouble value = TextNumbers.decimal(number);
        if (value.isEmpty()) {
            throw scanner.tokenFailure("expected a decimal number, inf or nan, found " + number);
        }
        return isNegative ? -value.getAsDouble() : value.getAsDouble();
    }

    // ---------------------------------------------------------------- punctuation

    /** Reads one message or value, or several of them in brackets. */
    private void readEach(Runnable one) {
        scanner.tryConsume(':');
        if (!scanner.tryConsume('[')) {
            one.run();
            return;
        }
        if (scanner.tryConsume(']')) {
            return;
        }
        do {
            one.run();
        } while (scanner.tryConsume(','));
        scanner.consume(']');
    }

    /** Consumes the beginning of a message and returns the symbol that ends it. */
    private char open() {
        if (scanner.tryConsume('<')) {
            return '>';
        }
        scanner.consume('{');
        return '}';
    }

    private void separator() {
        if (!scanner.tryConsume(',')) {
            scanner.tryConsume(';');
        }
    }

    private void checkOnce(String field, @Nullable Object before) {
        if (before != null) {
            throw scanner.tokenFailure("duplicate field " + field);
        }
    }

    private MalformedTextException unknown(String field, String message, String known) {
        return scanner.tokenFailure("unknown field " + field + " in " + message + "; expected " + known);
    }
}
