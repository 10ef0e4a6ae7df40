package dev.riffle.example.internal;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The type that a record's payload resembles. Payloads do not contain their type, so this class guesses the type from
 * the fields.
 *
 * <p>Protobuf skips unknown fields, so a message of one type often parses as a message of another type without values.
 * For example, an ExampleListWithContext that is read as an Example is a set of features without a kind. {@link
 * #misread} detects such payloads.
 */
public enum PayloadKind {
    /** TensorFlow's Example. */
    EXAMPLE("Example", "an Example"),
    /** TensorFlow's SequenceExample. */
    SEQUENCE_EXAMPLE("SequenceExample", "a SequenceExample"),
    /** TensorFlow Serving's ExampleListWithContext, which TensorFlow Ranking reads, or its ExampleList. */
    EXAMPLE_LIST("ExampleListWithContext", "an ExampleListWithContext"),
    /** TensorFlow's Event, which TensorBoard reads. */
    EVENT("TensorBoard event", "a TensorBoard event"),
    /** OneFlow's OFRecord message. */
    OFRECORD("OFRecord", "an OFRecord"),
    /** An encoded image. */
    IMAGE("image", "an encoded image"),
    /** A JSON object or array. */
    JSON("JSON", "JSON text"),
    /** Text in UTF-8. */
    TEXT("text", "text"),
    /** A protobuf message of another type. */
    PROTOBUF("other protobuf", "a protobuf message of another type"),
    /** A payload of 0 bytes. */
    EMPTY("empty", "an empty message"),
    /** All other payloads. */
    BYTES("bytes", "bytes of an unknown kind");

    private static final List<Bytes> IMAGE_BEGINNINGS = List.of(
            Bytes.ofHex("ffd8ff"),
            Bytes.ofHex("89504e470d0a1a0a"),
            Bytes.ofUtf8("GIF8"),
            Bytes.ofHex("49492a00"),
            Bytes.ofHex("4d4d002a"));

    private final String title;
    private final String description;

    PayloadKind(String title, String description) {
        this.title = title;
        this.description = description;
    }

    /** Returns the name of this type, for lists. */
    public String title() {
        return title;
    }

    /** Returns the name of this type with an article, for sentences such as "found an Example". */
    public String description() {
        return description;
    }

    /** Returns the message type that a reader of Examples expects in files of a format. */
    public static PayloadKind exampleIn(RecordFormat format) {
        return format.hasExamples() ? EXAMPLE : OFRECORD;
    }

    /** Guesses the type of a payload. In OFRecord files, prefers OFRecord. */
    public static PayloadKind of(byte[] payload, RecordFormat format) {
        return !format.hasExamples() && MessageContent.of(payload, OFRECORD).isValid()
                ? OFRECORD.misread(ByteBuffer.wrap(payload)).orElse(OFRECORD)
                : of(payload);
    }

    /** Guesses the type of a payload in a file of Examples. */
    public static PayloadKind of(byte[] payload) {
        if (payload.length == 0) {
            return EMPTY;
        }
        PayloadKind known = withValues(payload);
        if (known != null) {
            return known;
        }
        MessageContent example = MessageContent.of(payload, EXAMPLE);
        MessageContent sequence = MessageContent.of(payload, SEQUENCE_EXAMPLE);
        // Protobuf skips fields that a type does not have, so only values identify the type of a message with unknown
        // fields.
        if (sequence.hasValuesAndLists()) {
            return SEQUENCE_EXAMPLE;
        }
        if (example.hasValues() || example.isClean()) {
            return EXAMPLE;
        }
        if (sequence.isClean()) {
            return SEQUENCE_EXAMPLE;
        }
        PayloadKind kind = ofValue(Bytes.ofOwned(payload));
        return kind == BYTES && MessageContent.isMessage(payload) ? PROTOBUF : kind;
    }

    /**
     * Returns the known message type for which the payload has values and no unknown fields, or null if there is none.
     */
    private static @Nullable PayloadKind withValues(byte[] payload) {
        if (MessageContent.of(payload, EXAMPLE).hasCleanValues()) {
            return EXAMPLE;
        }
        if (MessageContent.of(payload, SEQUENCE_EXAMPLE).hasCleanValues()) {
            return SEQUENCE_EXAMPLE;
        }
        if (MessageContent.ofExampleList(payload).hasCleanValues()) {
            return EXAMPLE_LIST;
        }
        if (EventContent.isEvent(payload)) {
            return EVENT;
        }
        return MessageContent.of(payload, OFRECORD).hasCleanValues() ? OFRECORD : null;
    }

    /** Guesses the type of a value inside a message: an image, text, JSON, or other bytes. */
    public static PayloadKind ofValue(Bytes value) {
        if (isImage(value)) {
            return IMAGE;
        }
        if (isText(value)) {
            return isJson(value.utf8()) ? JSON : TEXT;
        }
        return BYTES;
    }

    /**
     * Returns the type that a payload resembles if the payload is not of this type. Such a payload would not parse as
     * this type, or parsing would drop all its content. Empty if the payload can be of this type.
     *
     * <p>The search ends at the first feature with a kind, so it does not detect malformed bytes after that feature. A
     * payload of 0 bytes can be of any type. The method rejects other payloads if one of these statements is true:
     *
     * <ul>
     *   <li>No field at the top level is a field of this type.
     *   <li>The known fields do not parse.
     *   <li>No feature has a kind, and the payload has values if it is read as another known type.
     *   <li>No feature has a kind, and the payload has unknown fields at the top level or names with control
     *   characters.
     * </ul>
     *
     * @throws IllegalStateException if this type is not {@link #EXAMPLE}, {@link #SEQUENCE_EXAMPLE}, {@link
     *      #EXAMPLE_LIST} or {@link #OFRECORD}
     */
    public Optional<PayloadKind> misread(ByteBuffer payload) {
        return misread(payload, cursor());
    }

    /**
     * Like {@link #misread(ByteBuffer)}, with a {@linkplain #cursor() cursor} that the caller reuses for many payloads.
     */
    public Optional<PayloadKind> misread(ByteBuffer payload, ExampleCursor cursor) {
        boolean findsKind = this == EXAMPLE_LIST
                ? MessageContent.findsKindInList(payload, cursor)
                : MessageContent.findsKind(cursor.reset(payload));
        if (!payload.hasRemaining() || findsKind) {
            return Optional.empty();
        }
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        PayloadKind known = withValues(bytes);
        if (known != null) {
            return Optional.of(known);
        }
        MessageContent content =
                this == EXAMPLE_LIST ? MessageContent.ofExampleList(bytes) : MessageContent.of(bytes, this);
        return content.isClean() ? Optional.empty() : Optional.of(of(bytes));
    }

    /**
     * Returns a cursor over messages of this type, or over the Examples of an {@link #EXAMPLE_LIST}.
     *
     * @throws IllegalStateException if this type is not {@link #EXAMPLE}, {@link #SEQUENCE_EXAMPLE}, {@link
     *      #EXAMPLE_LIST} or {@link #OFRECORD}
     */
    public ExampleCursor cursor() {
        return switch (this) {
            case EXAMPLE, EXAMPLE_LIST -> ExampleCursor.ofExamples(Dialect.TENSORFLOW);
            case SEQUENCE_EXAMPLE -> ExampleCursor.ofSequenceExamples();
            case OFRECORD -> ExampleCursor.ofExamples(Dialect.ONEFLOW);
            case EVENT, IMAGE, JSON, TEXT, PROTOBUF, EMPTY, BYTES ->
                throw new IllegalStateException("Riffle has no reader for " + description);
        };
    }

    /**
     * Returns the type of a payload that is not the Example of its format. An Example would lose the feature lists of a
     * SequenceExample, so a SequenceExample is not an Example. Empty if the payload can be an Example. Unknown fields
     * next to features with values do not change the type.
     */
    public static Optional<PayloadKind> otherThanExample(byte[] payload, RecordFormat format) {
        PayloadKind expected = exampleIn(format);
        if (expected == EXAMPLE && !MessageContent.hasOnlyFeatures(payload)) {
            return Optional.of(of(payload)).filter(kind -> kind != EXAMPLE);
        }
        return expected.misread(ByteBuffer.wrap(payload));
    }

    /**
     * Returns the sentence that follows the place of a record of this type if a command expects another type, for
     * example "is text, not an Example; 'riffle cat' prints it". All commands use this sentence.
     *
     * <p>Bytes and messages of another type may be a damaged message of the expected type. The sentence therefore also
     * has the reason why such a payload does not parse.
     */
    public String insteadOf(PayloadKind expected, byte[] payload) {
        return "is " + found(expected, payload);
    }

    /** Returns {@link #insteadOf} without its verb. */
    public String found(PayloadKind expected, byte[] payload) {
        boolean mayBeDamaged = this == BYTES || this == PROTOBUF;
        String reason = mayBeDamaged ? expected.parseError(payload) : "";
        return description + ", not " + expected.description + reason + "; 'riffle cat' prints it";
    }

    private String parseError(byte[] payload) {
        if (this != EXAMPLE && this != SEQUENCE_EXAMPLE && this != OFRECORD) {
            return "";
        }
        ExampleCursor cursor = cursor().reset(ByteBuffer.wrap(payload));
        try {
            while (cursor.next() != ExampleCursor.Event.END) {
                cursor.kind();
            }
            return "";
        } catch (MalformedMessageException e) {
            return " (at byte " + e.offset() + ": " + e.reason() + ")";
        }
    }

    private static boolean isImage(Bytes bytes) {
        for (Bytes beginning : IMAGE_BEGINNINGS) {
            if (bytes.size() >= beginning.size()
                    && bytes.slice(0, beginning.size()).equals(beginning)) {
                return true;
            }
        }
        return bytes.size() > 12
                && bytes.slice(0, 4).equals(Bytes.ofUtf8("RIFF"))
                && bytes.slice(8, 12).equals(Bytes.ofUtf8("WEBP"));
    }

    private static boolean isText(Bytes bytes) {
        for (int i = 0; i < bytes.size(); i++) {
            byte b = bytes.get(i);
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') {
                return false;
            }
        }
        return bytes.isUtf8();
    }

    private static boolean isJson(String text) {
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return false;
        }
        try {
            JsonValue.parse(text);
            return true;
        } catch (JsonSyntaxException e) {
            return false;
        }
    }
}
