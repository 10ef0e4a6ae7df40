package dev.riffle.example.internal;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.internal.WireException;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;

/**
 * Reads a payload as one type of message and records its properties.
 *
 * <p>This class scans the top level for fields that the type does not have. {@link ExampleCursor} reads the rest. So a
 * payload that is valid here also parses as a message of that type.
 */
final class MessageContent {

    private boolean valid = true;
    private boolean hasKnownFields;
    private boolean hasUnknownFields;
    private boolean hasLists;
    private boolean hasKind;
    private boolean namesAreText = true;

    private MessageContent() {}

    /** Scans a payload as the message type of a kind. */
    static MessageContent of(byte[] payload, PayloadKind kind) {
        MessageContent content = new MessageContent();
        try {
            content.scanTop(payload, kind == PayloadKind.SEQUENCE_EXAMPLE ? WireScanner.FIELD_2 : WireScanner.FIELD_1);
            content.scanFeatures(kind.cursor().reset(payload));
        } catch (WireException | MalformedMessageException e) {
            content.valid = false;
        }
        return content;
    }

    /** Scans a payload whose fields 1 and 2 are Examples. */
    static MessageContent ofExampleList(byte[] payload) {
        MessageContent content = new MessageContent();
        try {
            content.scanTop(payload, WireScanner.FIELD_2);
            for (Bytes example : ExampleLists.parse(payload).all()) {
                content.add(of(example.toByteArray(), PayloadKind.EXAMPLE));
            }
        } catch (WireException e) {
            content.valid = false;
        }
        return content;
    }

    private void add(MessageContent part) {
        valid &= part.valid;
        hasUnknownFields |= part.hasUnknownFields;
        hasKind |= part.hasKind;
        namesAreText &= part.namesAreText;
    }

    private void scanTop(byte[] payload, int lastTag) {
        WireScanner wire = new WireScanner();
        wire.reset(payload, 0, payload.length);
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            boolean known = tag == WireScanner.FIELD_1 || tag == lastTag;
            hasKnownFields |= known;
            hasUnknownFields |= !known;
            wire.skip(tag, 0);
        }
    }

    private void scanFeatures(ExampleCursor cursor) {
        while (true) {
            switch (cursor.next()) {
                case FEATURE -> {
                    namesAreText &= isText(cursor.key());
                    hasKind |= cursor.kind() != Kind.NOT_SET;
                }
                case FEATURE_LIST -> {
                    namesAreText &= isText(cursor.key());
                    hasLists = true;
                }
                case STEP -> hasKind |= cursor.kind() != Kind.NOT_SET;
                case END -> {
                    return;
                }
            }
        }
    }

    private static boolean isText(String name) {
        return name.chars().allMatch(c -> c >= ' ' || c == '\n' || c == '\r' || c == '\t');
    }

    /**
     * Returns whether a message has a feature or step with a kind. Stops at the first such feature, so later bytes can
     * be malformed.
     */
    static boolean findsKind(ExampleCursor cursor) {
        try {
            while (true) {
                switch (cursor.next()) {
                    case FEATURE, STEP -> {
                        if (cursor.kind() != Kind.NOT_SET) {
                            return true;
                        }
                    }
                    case FEATURE_LIST -> {}
                    case END -> {
                        return false;
                    }
                }
            }
        } catch (MalformedMessageException e) {
            return false;
        }
    }

    /**
     * Returns whether a payload is a protobuf message, and one of the Examples in its fields 1 and 2 has a feature with
     * a kind.
     */
    static boolean findsKindInList(ByteBuffer payload, ExampleCursor cursor) {
        try {
            return ExampleLists.parse(payload).all().stream().anyMatch(example -> findsKind(cursor.reset(example)));
        } catch (WireException e) {
            return false;
        }
    }

    /** Returns whether the bytes are a protobuf message whose fields are all top-level fields of an Example. */
    static boolean hasOnlyFeatures(byte[] payload) {
        MessageContent content = new MessageContent();
        try {
            content.scanTop(payload, WireScanner.FIELD_1);
        } catch (WireException e) {
            return false;
        }
        return !content.hasUnknownFields;
    }

    /** Returns whether the bytes are a protobuf message of any type. */
    static boolean isMessage(byte[] payload) {
        WireScanner wire = new WireScanner();
        wire.reset(payload, 0, payload.length);
        try {
            wire.skipAll();
            return true;
        } catch (WireException e) {
            return false;
        }
    }

    /** Returns whether the payload parses as this type. */
    boolean isValid() {
        return valid;
    }

    /**
     * Returns whether the payload parses, has only known fields at the top level, and has no names with control
     * characters.
     */
    boolean isClean() {
        return valid && hasKnownFields && !hasUnknownFields && namesAreText;
    }

    /** Returns whether the payload parses and has a feature with a kind. The payload can also have unknown fields. */
    boolean hasValues() {
        return valid && namesAreText && hasKind;
    }

    /** Returns whether the payload {@linkplain #hasValues has values} and feature lists. */
    boolean hasValuesAndLists() {
        return hasValues() && hasLists;
    }

    /** Returns whether the payload is {@linkplain #isClean clean} and has a feature with a kind. */
    boolean hasCleanValues() {
        return isClean() && hasKind;
    }
}
