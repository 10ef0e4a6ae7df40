package dev.riffle.cli.payload;

import dev.riffle.cli.payload.MessageSchema.Cardinality;
import dev.riffle.cli.payload.MessageSchema.Field;
import dev.riffle.internal.FloatText;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints protobuf messages as JSON. Numbers that are not finite are strings, and bytes are base64. */
final class MessageJson {

    /** Lists the forms of a message with a schema. */
    enum Form {
        /** Protobuf's JSON mapping: names in lower camel case, and 64-bit integers as strings. */
        MAPPING,
        /** The names of the schema, and all integers as numbers. */
        PLAIN
    }

    private final Pieces pieces;
    private final Form form;
    private final JsonWriter json;

    MessageJson(Pieces pieces, Form form) {
        this.pieces = pieces;
        this.form = form;
        this.json = new JsonWriter(pieces.text);
    }

    JsonWriter json() {
        return json;
    }

    /** Prints the fields of the schema as an object, in the order of their numbers. Omits all other fields. */
    void object(byte[] message, MessageSchema schema) throws IOException {
        json.beginObject();
        for (Field field : schema.inOrder()) {
            member(message, field);
        }
        json.endObject();
    }

    /**
     * Prints a field as a member. Of several values of a single field, the last value counts. Prints nothing if the
     * message does not have the field.
     */
    void member(byte[] message, Field field) throws IOException {
        boolean repeated = field.cardinality() == Cardinality.REPEATED;
        MessageSchema only = MessageSchema.of(field);
        FieldScanner fields = FieldScanner.of(message);
        List<Object> last = List.of();
        boolean begun = false;
        while (fields.next()) {
            if (only.field(fields.tag()).isEmpty()) {
                continue;
            }
            Optional<List<Object>> values = FieldValues.of(fields, field);
            if (!repeated) {
                last = values.orElse(last);
            }
            if (!repeated || values.isEmpty()) {
                continue;
            }
            if (!begun) {
                json.name(name(field)).beginArray();
                begun = true;
            }
            values(values.get(), field);
        }
        if (begun) {
            json.endArray();
        } else if (!last.isEmpty()) {
            json.name(name(field));
            values(last, field);
        }
    }

    private String name(Field field) {
        return form == Form.MAPPING ? field.camelCase() : field.name();
    }

    private void values(List<Object> values, Field field) throws IOException {
        for (Object value : values) {
            if (value instanceof FieldValues.Nested nested) {
                object(nested.message(), field.message());
            } else {
                scalar(value);
            }
            pieces.passOn();
        }
    }

    /** Prints a value that {@link FieldValues} returned. */
    void scalar(Object value) throws IOException {
        if (value instanceof Long || value instanceof BigInteger) {
            if (form == Form.MAPPING) {
                json.string(value.toString());
            } else {
                json.number(value.toString());
            }
        } else if (value instanceof Double number && Double.isFinite(number)) {
            StringBuilder digits = new StringBuilder();
            FloatText.append(digits, (double) number);
            json.number(digits.toString());
        } else if (value instanceof Float number && Float.isFinite(number)) {
            StringBuilder digits = new StringBuilder();
            FloatText.append(digits, (float) number);
            json.number(digits.toString());
        } else if (value instanceof Integer number) {
            json.number(number);
        } else if (value instanceof Boolean bool) {
            json.bool(bool);
        } else if (value instanceof Bytes bytes) {
            pieces.base64(json, bytes);
        } else {
            json.string(value.toString());
        }
    }

    /** Prints the fields of a message of an unknown type as an array, in their stored order. */
    void fields(FieldScanner fields, int level) throws IOException {
        json.beginArray();
        while (fields.next()) {
            FieldScanner.Content content = fields.content(level);
            json.beginObject().name("field").number(fields.number());
            json.name("type").string(content.name().toLowerCase(Locale.ROOT)).name("value");
            switch (content) {
                case VARINT -> json.string(Long.toString(fields.varint()));
                case FIXED64 -> {
                    json.string(Long.toString(fields.fixed64())).name("double");
                    scalar(Double.longBitsToDouble(fields.fixed64()));
                }
                case FIXED32 -> {
                    json.number(fields.fixed32()).name("float");
                    scalar(Float.intBitsToFloat(fields.fixed32()));
                }
                case TEXT -> json.string(fields.bytes().utf8());
                case BYTES -> pieces.base64(json, fields.bytes());
                case MESSAGE, GROUP -> fields(fields.inside(), level + 1);
            }
            json.endObject();
            pieces.passOn();
        }
        json.endArray();
    }
}
