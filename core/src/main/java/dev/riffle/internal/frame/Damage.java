package dev.riffle.internal.frame;

import dev.riffle.container.ContainerDamageException;
import dev.riffle.io.CompressionException;
import java.io.Serializable;
import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * The damage of a frame, with the expected and found content as text for messages.
 *
 * @param at the offset of the damage in the frame
 */
public record Damage(Kind kind, int at, String expected, String found) implements Serializable {

    /** The kinds of damage, and two other conditions that end reading. */
    public enum Kind {
        LENGTH_CHECKSUM,
        PAYLOAD_CHECKSUM,
        TRUNCATED_HEADER,
        TRUNCATED_PAYLOAD,
        TOO_LARGE,
        NEGATIVE_LENGTH,
        ZERO_LENGTH,
        MALFORMED_MESSAGE,
        MALFORMED_CONTAINER,
        DECOMPRESSION,
        OVER_LIMIT,
        SOURCE_SHRANK;

        /** Returns whether all bytes are present but some are wrong. */
        boolean isWrongContent() {
            return switch (this) {
                case LENGTH_CHECKSUM,
                        PAYLOAD_CHECKSUM,
                        TOO_LARGE,
                        NEGATIVE_LENGTH,
                        ZERO_LENGTH,
                        MALFORMED_MESSAGE,
                        MALFORMED_CONTAINER -> true;
                case TRUNCATED_HEADER, TRUNCATED_PAYLOAD, DECOMPRESSION, OVER_LIMIT, SOURCE_SHRANK -> false;
            };
        }
    }

    /** Returns the damage of a length or payload whose stored checksum differs from the computed one. */
    static Damage ofChecksum(Kind kind, int at, int stored, int computed) {
        HexFormat hex = HexFormat.of();
        return new Damage(kind, at, "0x" + hex.toHexDigits(stored), "0x" + hex.toHexDigits(computed));
    }

    /** Returns the damage of an OFRecord length that is zero or negative. */
    static Damage ofLengthBelowOne(long length) {
        return new Damage(
                length == 0 ? Kind.ZERO_LENGTH : Kind.NEGATIVE_LENGTH, 0, "a length above 0", Long.toString(length));
    }

    /** Returns the damage of a payload that is not an OFRecord message. */
    static Damage ofMessage(String problem) {
        return new Damage(Kind.MALFORMED_MESSAGE, 0, "an OFRecord message", problem);
    }

    /** Returns the damage that a container reports. */
    static Damage ofContainer(ContainerDamageException e) {
        Kind kind = switch (e.kind()) {
            case CHECKSUM -> Kind.PAYLOAD_CHECKSUM;
            case TRUNCATED -> Kind.TRUNCATED_PAYLOAD;
            case MALFORMED -> Kind.MALFORMED_CONTAINER;
            case OVER_LIMIT -> Kind.OVER_LIMIT;
        };
        return new Damage(kind, 0, e.expected(), e.found());
    }

    /** Returns the damage of a source that ends inside a header. */
    static Damage ofTruncatedHeader(String expected, long available) {
        return new Damage(Kind.TRUNCATED_HEADER, 0, expected, bytes(available));
    }

    /**
     * Returns the damage of a source that ends inside a payload or footer.
     *
     * @param available the number of bytes after the header
     */
    static Damage ofTruncatedPayload(long length, int footerBytes, long available) {
        return new Damage(
                Kind.TRUNCATED_PAYLOAD,
                0,
                // The sum of a possible length may exceed the largest long.
                Long.toUnsignedString(length + footerBytes) + " bytes after the header",
                bytes(Math.max(available, 0)) + " before the end");
    }

    private static String bytes(long count) {
        return count + (count == 1 ? " byte" : " bytes");
    }

    /** Returns the damage of a header whose length no reader can hold. */
    static Damage ofTooLarge(long length) {
        return new Damage(
                Kind.TOO_LARGE,
                0,
                "at most " + Framing.MOST_PAYLOAD_BYTES + " bytes",
                Long.toUnsignedString(length) + " bytes");
    }

    /** Returns the damage of a compressed stream. */
    static Damage ofStream(CompressionException e) {
        String found = "at compressed byte " + e.offset() + ": " + e.getMessage();
        return new Damage(Kind.DECOMPRESSION, 0, "a complete compressed stream", found);
    }

    /** Returns the condition that a file lost bytes while it was read. */
    static Damage ofShrunkFile(OptionalLong size) {
        String expected = size.isPresent() ? size.getAsLong() + " bytes" : "constant size";
        return new Damage(Kind.SOURCE_SHRANK, 0, "a file of " + expected, "missing bytes");
    }

    /** Returns the condition that a record needs more memory than the reader may use. */
    static Damage ofOverLimit(long length, long most) {
        return new Damage(Kind.OVER_LIMIT, 0, "at most " + most + " bytes", length + " bytes");
    }
}
