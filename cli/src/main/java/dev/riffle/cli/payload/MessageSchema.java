package dev.riffle.cli.payload;

import dev.riffle.internal.WireScanner;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Describes the fields of a protobuf message that Riffle prints by name. */
record MessageSchema(Map<Integer, Field> fields) {

    /** Lists the types of fields that such messages have. */
    enum FieldType {
        DOUBLE(WireScanner.FIXED64),
        FLOAT(WireScanner.FIXED32),
        /** An int32, which JSON stores as a number. */
        INT32(WireScanner.VARINT),
        /** An int64, which protobuf's JSON mapping stores as a string. */
        INT64(WireScanner.VARINT),
        /** A uint64, which protobuf's JSON mapping stores as a string. */
        UINT64(WireScanner.VARINT),
        BOOL(WireScanner.VARINT),
        /** A constant of an enum. */
        NAME(WireScanner.VARINT),
        STRING(WireScanner.LENGTH_DELIMITED),
        BYTES(WireScanner.LENGTH_DELIMITED),
        MESSAGE(WireScanner.LENGTH_DELIMITED);

        private final int wireType;

        FieldType(int wireType) {
            this.wireType = wireType;
        }
    }

    /** Lists the numbers of values that a field can have. */
    enum Cardinality {
        SINGLE,
        REPEATED
    }

    /**
     * Describes a field.
     *
     * @param message the fields of a {@link FieldType#MESSAGE}; no fields for other types
     * @param names the constants of a {@link FieldType#NAME} by number; empty for other types
     */
    record Field(
            int number,
            String name,
            FieldType type,
            Cardinality cardinality,
            MessageSchema message,
            Map<Integer, String> names) {

        static Field of(int number, String name, FieldType type) {
            return new Field(number, name, type, Cardinality.SINGLE, NOTHING, Map.of());
        }

        static Field repeated(int number, String name, FieldType type) {
            return new Field(number, name, type, Cardinality.REPEATED, NOTHING, Map.of());
        }

        static Field message(int number, String name, MessageSchema message) {
            return new Field(number, name, FieldType.MESSAGE, Cardinality.SINGLE, message, Map.of());
        }

        static Field messages(int number, String name, MessageSchema message) {
            return new Field(number, name, FieldType.MESSAGE, Cardinality.REPEATED, message, Map.of());
        }

        static Field constant(int number, String name, Map<Integer, String> names) {
            return new Field(number, name, FieldType.NAME, Cardinality.SINGLE, NOTHING, names);
        }

        /** Returns the name in lower camel case, as in protobuf's JSON mapping. */
        String camelCase() {
            List<String> words = Arrays.asList(name.split("_"));
            return words.get(0)
                    + words.stream()
                            .skip(1)
                            .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                            .collect(Collectors.joining());
        }

        private boolean hasWireType(int wireType) {
            return wireType == type.wireType || isPacked(wireType);
        }

        /** Returns whether a value with this wire type is a packed list. */
        boolean isPacked(int wireType) {
            return cardinality == Cardinality.REPEATED
                    && wireType == WireScanner.LENGTH_DELIMITED
                    && type.wireType != WireScanner.LENGTH_DELIMITED;
        }
    }

    /** The schema of a message of an unknown type. */
    static final MessageSchema NOTHING = new MessageSchema(Map.of());

    static MessageSchema of(Field... fields) {
        return new MessageSchema(Arrays.stream(fields).collect(Collectors.toMap(Field::number, Function.identity())));
    }

    /** Returns the field of a tag. Empty if the schema has no field with this number and wire type. */
    Optional<Field> field(int tag) {
        return Optional.ofNullable(fields.get(tag >>> 3)).filter(field -> field.hasWireType(tag & 7));
    }

    /** Returns the fields in the order of their numbers. */
    List<Field> inOrder() {
        return fields.values().stream()
                .sorted((one, other) -> Integer.compare(one.number(), other.number()))
                .toList();
    }
}
