package dev.riffle.cli.payload;

import dev.riffle.cli.payload.MessageSchema.Field;
import dev.riffle.cli.payload.MessageSchema.FieldType;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.WireException;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the values of a field with a schema. */
final class FieldValues {

    /** A constant of an enum that the schema names. */
    record Constant(String name) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A message inside a message. */
    record Nested(byte[] message) {}

    private FieldValues() {}

    /**
     * Returns the values of the current field, in the Java type of their field type. Returns a {@link Constant} for the
     * known constants of an enum, and a {@link Bytes} object for a string that is not UTF-8. Empty for a message or a
     * packed list that is malformed.
     */
    static Optional<List<Object>> of(FieldScanner fields, Field field) {
        if (field.type() == FieldType.MESSAGE) {
            return fields.isMessage()
                    ? Optional.of(List.of(new Nested(fields.bytes().toByteArray())))
                    : Optional.empty();
        }
        if (field.isPacked(fields.wireType())) {
            return packed(fields.bytes().toByteArray(), field);
        }
        return Optional.of(List.of(
                switch (field.type()) {
                    case DOUBLE -> Double.longBitsToDouble(fields.fixed64());
                    case FLOAT -> Float.intBitsToFloat(fields.fixed32());
                    case STRING -> fields.bytes().isUtf8() ? fields.bytes().utf8() : fields.bytes();
                    case BYTES -> fields.bytes();
                    case INT32, INT64, UINT64, BOOL, NAME -> ofVarint(fields.varint(), field);
                    case MESSAGE -> throw new IllegalStateException(field.name());
                }));
    }

    private static Object ofVarint(long value, Field field) {
        return switch (field.type()) {
            case INT32 -> (int) value;
            case UINT64 -> new BigInteger(Long.toUnsignedString(value));
            case BOOL -> value != 0;
            case NAME -> constant((int) value, field);
            case INT64, DOUBLE, FLOAT, STRING, BYTES, MESSAGE -> value;
        };
    }

    private static Object constant(int value, Field field) {
        String name = field.names().get(value);
        return name == null ? value : new Constant(name);
    }

    private static Optional<List<Object>> packed(byte[] bytes, Field field) {
        List<Object> values = new ArrayList<>();
        int width = field.type() == FieldType.DOUBLE ? Double.BYTES : field.type() == FieldType.FLOAT ? Float.BYTES : 1;
        if (bytes.length % width != 0) {
            return Optional.empty();
        }
        WireScanner wire = new WireScanner();
        wire.reset(bytes, 0, bytes.length);
        try {
            while (!wire.atEnd()) {
                switch (field.type()) {
                    case DOUBLE -> values.add(Double.longBitsToDouble(LittleEndian.getLong(bytes, wire.position())));
                    case FLOAT -> values.add(Float.intBitsToFloat(LittleEndian.getInt(bytes, wire.position())));
                    case INT32, INT64, UINT64, BOOL, NAME -> values.add(ofVarint(wire.readVarint(), field));
                    case STRING, BYTES, MESSAGE -> throw new IllegalStateException(field.name());
                }
                wire.advance(width == 1 ? 0 : width);
            }
        } catch (WireException e) {
            return Optional.empty();
        }
        return Optional.of(values);
    }
}
