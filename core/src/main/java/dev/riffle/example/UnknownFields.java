package dev.riffle.example;

import dev.riffle.example.ConversionException.Reason;
import dev.riffle.internal.WireScanner;
import java.nio.charset.StandardCharsets;

/**
 * Rejects messages with fields that a conversion would lose. For example, a feature with a list of an unknown kind
 * would seem to have no kind. Also rejects bytes that are not a valid message.
 */
final class UnknownFields {

    private final byte[] payload;
    private final Dialect dialect;
    private final WireScanner wire = new WireScanner();

    private int entryFrom;
    private int entryTo;

    UnknownFields(byte[] payload, Dialect dialect) {
        this.payload = payload;
        this.dialect = dialect;
        wire.reset(payload, 0, payload.length);
    }

    /**
     * Checks all fields.
     *
     * @throws ConversionException if a field is unknown
     * @throws dev.riffle.internal.WireException if the bytes are not a valid message
     */
    void check() {
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            if (tag == WireScanner.FIELD_2 && dialect == Dialect.TENSORFLOW) {
                throw new ConversionException(
                        Reason.FEATURE_LISTS,
                        null,
                        "expected an Example, found feature lists as in a SequenceExample, for which OFRecord has no"
                                + " counterpart");
            }
            checkAround(tag == WireScanner.FIELD_1, tag);
            inside(dialect.wraps() ? this::features : this::entry);
        }
    }

    private void features() {
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            checkAround(tag == WireScanner.FIELD_1, tag);
            inside(this::entry);
        }
    }

    private void entry() {
        entryFrom = wire.position();
        entryTo = wire.limit();
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            if (tag == WireScanner.FIELD_1) {
                wire.advance(wire.readLength());
            } else {
                checkWithin(tag == WireScanner.FIELD_2, tag, "its map entry");
                inside(this::feature);
            }
        }
    }

    private void feature() {
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            checkWithin(dialect.kindOfTag(tag) != Kind.NOT_SET, tag, "the feature");
            inside(this::list);
        }
    }

    private void list() {
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            checkWithin(tag >>> 3 == 1, tag, "the list");
            wire.skip(tag, 0);
        }
    }

    /** Checks the length-delimited field after the tag that was just read. */
    private void inside(Runnable message) {
        int end = wire.limit();
        int length = wire.readLength();
        int after = wire.position() + length;
        wire.window(wire.position(), after);
        message.run();
        wire.window(after, end);
    }

    private void checkAround(boolean known, int tag) {
        if (!known) {
            throw new ConversionException(
                    Reason.NOT_A_MESSAGE,
                    null,
                    "not a valid " + dialect.messageName() + ": field " + (tag >>> 3) + " is unknown");
        }
    }

    private void checkWithin(boolean known, int tag, String message) {
        if (!known) {
            throw new ConversionException(
                    Reason.UNKNOWN_FIELD,
                    name(),
                    "field " + (tag >>> 3) + " of " + message + " is unknown and would be lost");
        }
    }

    /** Returns the last key of the current entry. */
    private String name() {
        String name = "";
        wire.window(entryFrom, entryTo);
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            if (tag == WireScanner.FIELD_1) {
                int length = wire.readLength();
                name = new String(payload, wire.position(), length, StandardCharsets.UTF_8);
                wire.advance(length);
            } else {
                wire.skip(tag, 0);
            }
        }
        return name;
    }
}
