package dev.riffle.cli.payload;

import dev.riffle.cli.payload.MessageSchema.Field;
import dev.riffle.internal.FloatText;
import dev.riffle.internal.QuotedBytes;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Prints a protobuf message as text, one field on each line, in the stored order. A field of the schema appears as in
 * protobuf's text format. Any other field appears with its number and content.
 */
final class MessageText {

    private final Pieces pieces;
    private final StringBuilder out;

    private MessageText(Pieces pieces) {
        this.pieces = pieces;
        this.out = pieces.text;
    }

    /** Prints a payload that is a message. */
    static void print(byte[] payload, MessageSchema schema, Appendable target) throws IOException {
        Pieces pieces = new Pieces(target);
        new MessageText(pieces).fields(FieldScanner.of(payload), schema, 0);
        pieces.flush();
    }

    private void fields(FieldScanner fields, MessageSchema schema, int level) throws IOException {
        while (fields.next()) {
            Optional<Field> known = schema.field(fields.tag());
            boolean message = known.isPresent() && known.get().type() == MessageSchema.FieldType.MESSAGE;
            Optional<List<Object>> values =
                    message ? Optional.empty() : known.flatMap(field -> FieldValues.of(fields, field));
            if (known.isPresent() && values.isPresent()) {
                for (Object value : values.get()) {
                    indent(level).append(known.get().name()).append(": ");
                    scalar(value);
                    out.append('\n');
                    pieces.passOn();
                }
            } else if (message && fields.isMessage()) {
                indent(level).append(known.get().name());
                nested(fields, known.get().message(), level);
            } else {
                unknown(fields, level);
            }
            pieces.passOn();
        }
    }

    private void nested(FieldScanner fields, MessageSchema schema, int level) throws IOException {
        out.append(" {\n");
        fields(fields.inside(), schema, level + 1);
        indent(level).append("}\n");
    }

    private void unknown(FieldScanner fields, int level) throws IOException {
        FieldScanner.Content content = fields.content(level);
        indent(level).append(fields.number()).append(' ').append(content.name().toLowerCase(Locale.ROOT));
        switch (content) {
            case MESSAGE, GROUP -> nested(fields, MessageSchema.NOTHING, level);
            case VARINT -> out.append(": ").append(fields.varint()).append('\n');
            case FIXED64 -> {
                out.append(String.format(Locale.ROOT, ": 0x%016x, as double ", fields.fixed64()));
                scalar(Double.longBitsToDouble(fields.fixed64()));
                out.append('\n');
            }
            case FIXED32 -> {
                out.append(String.format(Locale.ROOT, ": 0x%08x, as float ", fields.fixed32()));
                scalar(Float.intBitsToFloat(fields.fixed32()));
                out.append('\n');
            }
            case TEXT -> {
                out.append(": ");
                scalar(fields.bytes().utf8());
                out.append('\n');
            }
            case BYTES -> {
                out.append(": ");
                scalar(fields.bytes());
                out.append('\n');
            }
        }
    }

    private void scalar(Object value) throws IOException {
        if (value instanceof Float number && Float.isFinite(number)) {
            FloatText.append(out, (float) number);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            FloatText.append(out, (double) number);
        } else if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            out.append(Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf");
        } else if (value instanceof String text) {
            out.append('"');
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) < 0x80) {
                    QuotedBytes.appendEscaped(out, (byte) text.charAt(i));
                } else {
                    out.append(text.charAt(i));
                }
            }
            out.append('"');
        } else if (value instanceof Bytes bytes) {
            out.append('"');
            for (int i = 0; i < bytes.size(); i++) {
                QuotedBytes.appendEscaped(out, bytes.get(i));
                pieces.passOn();
            }
            out.append('"');
        } else {
            out.append(value);
        }
    }

    private StringBuilder indent(int level) {
        return out.append("  ".repeat(level));
    }
}
