package dev.riffle.cli;

import dev.riffle.RecordFormat;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.SequenceExample;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import dev.riffle.internal.WireException;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.util.List;
import java.util.Set;

/** What a record's payload seems to be. */
enum PayloadKind {
    /** TensorFlow's Example. */
    EXAMPLE("Example"),
    /** TensorFlow's SequenceExample. */
    SEQUENCE_EXAMPLE("SequenceExample"),
    /** OneFlow's OFRecord message. */
    OFRECORD("OFRecord"),
    /** An encoded picture. */
    IMAGE("image"),
    /** A JSON object or array. */
    JSON("JSON"),
    /** Text in UTF-8. */
    TEXT("text"),
    /** A protobuf message of another type. */
    PROTOBUF("other protobuf"),
    /** Nothing at all. */
    EMPTY("empty"),
    /** Anything else. */
    BYTES("bytes");

    private static final int FIELD_1 = 1 << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int FIELD_2 = 2 << 3 | WireScanner.LENGTH_DELIMITED;

    private static final List<Bytes> IMAGE_BEGINNINGS = List.of(
            Bytes.ofHex("ffd8ff"),
            Bytes.ofHex("89504e470d0a1a0a"),
            Bytes.ofUtf8("GIF8"),
            Bytes.ofHex("49492a00"),
            Bytes.ofHex("4d4d002a"));

    private final String title;

    PayloadKind(String title) {
        this.title = title;
    }

    /** The name as people write it. */
    String title() {
        return title;
    }

    /** A guess from the bytes of a payload and the format of its file. */
    static PayloadKind of(byte[] payload, RecordFormat format) {
        if (format == RecordFormat.OFRECORD) {
            return OFRECORD;
        }
        Bytes bytes = Bytes.ofOwned(payload);
        if (bytes.isEmpty()) {
            return EMPTY;
        }
        if (isExample(bytes, payload)) {
            return EXAMPLE;
        }
        if (isSequenceExample(bytes, payload)) {
            return SEQUENCE_EXAMPLE;
        }
        PayloadKind kind = ofValue(bytes);
        return kind == BYTES && hasOnly(payload, -1, -1) ? PROTOBUF : kind;
    }

    /** A guess from the bytes of a value inside a message: a picture, text, JSON, or just bytes. */
    static PayloadKind ofValue(Bytes value) {
        if (isImage(value)) {
            return IMAGE;
        }
        if (isText(value)) {
            return isJson(value.utf8()) ? JSON : TEXT;
        }
        return BYTES;
    }

    private static boolean isExample(Bytes bytes, byte[] payload) {
        try {
            return hasOnly(payload, FIELD_1, FIELD_1)
                    && areNames(Example.parse(bytes).names());
        } catch (MalformedMessageException e) {
            return false;
        }
    }

    private static boolean isSequenceExample(Bytes bytes, byte[] payload) {
        try {
            if (!hasOnly(payload, FIELD_1, FIELD_2)) {
                return false;
            }
            SequenceExample message = SequenceExample.parse(bytes);
            return areNames(message.names()) && areNames(message.context().names());
        } catch (MalformedMessageException e) {
            return false;
        }
    }

    /** Other messages of messages can be taken for these; their supposed names then have control characters. */
    private static boolean areNames(Set<String> names) {
        return names.stream().allMatch(name -> isText(Bytes.ofUtf8(name)));
    }

    /** Whether a message has no field but those of an Example, so that reading it as one drops nothing at the top. */
    static boolean mayBeExample(byte[] payload) {
        return hasOnly(payload, FIELD_1, FIELD_1);
    }

    /** Whether the bytes are a protobuf message whose fields have one of two tags; -1 stands for any. */
    private static boolean hasOnly(byte[] payload, int oneTag, int otherTag) {
        WireScanner wire = new WireScanner();
        wire.reset(payload, 0, payload.length);
        try {
            while (!wire.atEnd()) {
                int tag = wire.readTag();
                if (oneTag != -1 && tag != oneTag && tag != otherTag) {
                    return false;
                }
                wire.skip(tag, 0);
            }
            return true;
        } catch (WireException e) {
            return false;
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
