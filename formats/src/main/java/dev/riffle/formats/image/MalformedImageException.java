package dev.riffle.formats.image;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes are not the picture that they were taken for, one that is too large, or one that does not give the channels asked for.
 *
 * <p>The message says where the picture stands, as far as the caller has told, then the format, the place in it, what is wrong and
 * the remedy if there is one: {@code pets.tfrecord: record 3: feature "image/encoded": PNG: chunk IDAT at byte 41: ...}.
 */
public final class MalformedImageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Reason {
        /** The bytes begin as a picture but are damaged, cut, or claim more pixels than they can hold. */
        MALFORMED,
        /** There are no bytes, or they begin as no known format does. */
        UNKNOWN_FORMAT,
        /** The picture has more bytes of samples than are allowed. */
        TOO_LARGE,
        /** The picture may be sound, but is of a kind that is not read. */
        UNSUPPORTED,
        /** The format does not give the channels asked for. */
        OTHER_CHANNELS
    }

    private final Reason reason;
    private final @Nullable ImageFormat format;
    private final String detail;
    private final @Nullable String remedy;

    private MalformedImageException(
            Reason reason,
            @Nullable ImageFormat format,
            String detail,
            @Nullable String remedy,
            String message,
            @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.format = format;
        this.detail = detail;
        this.remedy = remedy;
    }

    static MalformedImageException of(Reason reason, ImageFormat format, String detail) {
        return new MalformedImageException(reason, format, detail, null, format + ": " + detail, null);
    }

    static MalformedImageException unknownFormat(String detail) {
        return new MalformedImageException(Reason.UNKNOWN_FORMAT, null, detail, null, detail, null);
    }

    /** A library refused the picture. */
    static MalformedImageException causedBy(Exception cause, ImageFormat format, String detail) {
        return new MalformedImageException(Reason.MALFORMED, format, detail, null, format + ": " + detail, cause);
    }

    /** The same refusal, which the caller of the library can avoid. */
    MalformedImageException remedy(String newRemedy) {
        return new MalformedImageException(
                reason, format, detail, newRemedy, getMessage() + "; " + newRemedy, getCause());
    }

    /** The same refusal, with the place of the picture in front of its message. */
    public MalformedImageException in(ImagePlace place) {
        return in(place.toString());
    }

    MalformedImageException in(String place) {
        return new MalformedImageException(reason, format, detail, remedy, place + ": " + getMessage(), this);
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }

    /** The format that the picture begins as; nothing if it begins as none. */
    public Optional<ImageFormat> format() {
        return Optional.ofNullable(format);
    }

    /** What is wrong and where in the picture, in words. */
    public String detail() {
        return detail;
    }

    /** Which call makes the library take the picture, as the message says after the detail; nothing if none does. */
    public Optional<String> remedy() {
        return Optional.ofNullable(remedy);
    }
}
