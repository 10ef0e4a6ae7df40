package dev.riffle.cli.sql;

import dev.riffle.cli.payload.FeatureJson;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.FloatingPointVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of one column of a batch as text and as JSON. Lists and structs are JSON in both forms. Valid until
 * the next batch.
 */
final class ColumnValues {

    /** A value that is too large for the heap. */
    static final class LargeValueException extends IOException {

        private static final long serialVersionUID = 1L;

        LargeValueException(String column, int bytes) {
            super("column " + column + ": the value has " + bytes + " bytes, but the limit is " + MOST_BYTES
                    + ", half of the heap; select a part of the value, or set RIFFLE_JAVA_OPTIONS=-Xmx4g or more");
        }
    }

    private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 2;

    /** The column of the result that has the values, also inside of lists and structs. */
    private final String column;

    private final FieldVector vector;
    private final ValueKind kind;
    private final @Nullable ColumnValues decoded;
    private final List<ColumnValues> children;

    private ColumnValues(
            String column, FieldVector vector, @Nullable ColumnValues decoded, List<ColumnValues> children) {
        this.column = column;
        this.vector = vector;
        this.kind = decoded == null ? ValueKind.of(vector) : decoded.kind;
        this.decoded = decoded;
        this.children = children;
    }

    static ColumnValues of(FieldVector vector, DictionaryProvider dictionaries) {
        return of(vector.getName(), vector, dictionaries);
    }

    private static ColumnValues of(String column, FieldVector vector, DictionaryProvider dictionaries) {
        DictionaryEncoding encoding = vector.getField().getDictionary();
        ColumnValues decoded = encoding == null
                ? null
                : of(column, dictionaries.lookup(encoding.getId()).getVector(), dictionaries);
        ValueKind kind = ValueKind.of(vector);
        boolean nested = kind == ValueKind.LIST || kind == ValueKind.STRUCT;
        List<ColumnValues> children = nested
                ? vector.getChildrenFromFields().stream()
                        .map(child -> of(column, child, dictionaries))
                        .toList()
                : List.of();
        return new ColumnValues(column, vector, decoded, children);
    }

    /** Returns the kind of the values. */
    ValueKind kind() {
        return kind;
    }

    /** Returns whether the value is null. */
    boolean isNull(int index) {
        return kind == ValueKind.NOTHING || vector.isNull(index) || decoded != null && decoded.isNull(position(index));
    }

    /** Returns the bytes of a value of the kind {@link ValueKind#BYTES}. */
    Bytes bytes(int index) throws LargeValueException {
        checkSize(index);
        return decoded == null ? Bytes.ofOwned((byte[]) vector.getObject(index)) : decoded.bytes(position(index));
    }

    /** Checks the size of a value before it is copied to the heap. */
    private void checkSize(int index) throws LargeValueException {
        if (vector instanceof BaseVariableWidthVector values && values.getValueLength(index) > MOST_BYTES) {
            throw new LargeValueException(column, values.getValueLength(index));
        }
    }

    /** Returns the text of a value that is not null. Lists, structs and bytes that are not UTF-8 are JSON. */
    String text(int index) throws LargeValueException {
        checkSize(index);
        if (decoded != null) {
            return decoded.text(position(index));
        }
        return switch (kind) {
            case NUMBER -> number(index);
            case FLOAT -> real(index);
            case BOOL -> String.valueOf(bool(index));
            case TEXT, OTHER -> String.valueOf(vector.getObject(index));
            case TIME -> TimeText.of(vector, index);
            case BYTES -> bytes(index).isUtf8() ? bytes(index).utf8() : json(index);
            case LIST, STRUCT, NOTHING -> json(index);
        };
    }

    private String json(int index) throws LargeValueException {
        StringBuilder text = new StringBuilder();
        write(new JsonWriter(text), index);
        return text.toString();
    }

    /** Writes a value as JSON, by the rules of docs/reference/json.md. A null is {@code null}. */
    void write(JsonWriter json, int index) throws LargeValueException {
        if (isNull(index)) {
            json.nothing();
            return;
        }
        if (decoded != null) {
            decoded.write(json, position(index));
            return;
        }
        switch (kind) {
            case NUMBER -> json.number(number(index));
            case FLOAT -> FeatureJson.number(json, ((FloatingPointVector) vector).getValueAsDouble(index), real(index));
            case BOOL -> json.bool(bool(index));
            case TEXT, TIME, OTHER -> json.string(text(index));
            case BYTES -> FeatureJson.bytes(json, bytes(index));
            case LIST -> writeList(json, (BaseListVector) vector, index);
            case STRUCT -> writeStruct(json, index);
            case NOTHING -> json.nothing();
        }
    }

    private void writeList(JsonWriter json, BaseListVector list, int index) throws LargeValueException {
        json.beginArray();
        int end = list.getElementEndIndex(index);
        for (int i = list.getElementStartIndex(index); i < end; i++) {
            children.get(0).write(json, i);
        }
        json.endArray();
    }

    private void writeStruct(JsonWriter json, int index) throws LargeValueException {
        json.beginObject();
        for (ColumnValues child : children) {
            child.write(json.name(child.vector.getName()), index);
        }
        json.endObject();
    }

    private String number(int index) {
        if (vector instanceof UInt8Vector large) {
            return Long.toUnsignedString(large.get(index));
        }
        return vector instanceof BaseIntVector integers
                ? Long.toString(integers.getValueAsLong(index))
                : ((BigDecimal) vector.getObject(index)).toPlainString();
    }

    private String real(int index) {
        return vector instanceof Float4Vector floats
                ? Float.toString(floats.get(index))
                : Double.toString(((FloatingPointVector) vector).getValueAsDouble(index));
    }

    private boolean bool(int index) {
        return ((BitVector) vector).get(index) != 0;
    }

    private int position(int index) {
        return Math.toIntExact(((BaseIntVector) vector).getValueAsLong(index));
    }
}
