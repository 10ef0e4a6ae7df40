package dev.riffle.formats.image;

import dev.riffle.RiffleException;
import dev.riffle.internal.Argument;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when bytes are not a valid image, the image is too large, or it lacks the requested channels.
 *
 * <p>The message begins with the place of the image if the caller passed it, the format, and the place in the image.
 * The error and, if known, a remedy follow: {@code pets.tfrecord: record 3: feature "image/encoded": PNG: chunk IDAT at
 * byte 41: ...}.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class MalformedImageException extends RiffleException {

    private static final long serialVersionUID = 1L;

    /**
     * Lists the reasons to reject an image. Safe for use by several threads.
     *
     * @since 0.1
     */
    public enum Reason {
        /**
         * The bytes begin like an image but are damaged or truncated, or claim more pixels than their number allows.
         */
        MALFORMED,
        /** The bytes are empty, or do not begin like any known format. */
        UNKNOWN_FORMAT,
        /** The image has more bytes of samples than the limit. */
        TOO_LARGE,
        /** The image may be valid, but its kind is not supported. */
        UNSUPPORTED,
        /** The format does not support the requested channels. */
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

    /** Returns the error for an image that a library rejected. */
    static MalformedImageException causedBy(Exception cause, ImageFormat format, String detail) {
        return new MalformedImageException(Reason.MALFORMED, format, detail, null, format + ": " + detail, cause);
    }

    /** Returns this error with a remedy, for a failure that the caller of the library can avoid. */
    MalformedImageException remedy(String newRemedy) {
        return new MalformedImageException(
                reason, format, detail, newRemedy, getMessage() + "; " + newRemedy, getCause());
    }

    /** Returns this error with the place of the image at the start of its message. */
    public MalformedImageException in(ImagePlace place) {
        Argument.present(place, "place");
        return in(place.toString());
    }

    MalformedImageException in(String place) {
        return new MalformedImageException(reason, format, detail, remedy, place + ": " + getMessage(), this);
    }

    /** Returns the reason. */
    public Reason reason() {
        return reason;
    }

    /** Returns the format that the first bytes indicate. Empty if they do not indicate a format. */
    public Optional<ImageFormat> format() {
        return Optional.ofNullable(format);
    }

    /** Returns a description of the error and its place in the image. */
    public String detail() {
        return detail;
    }

    /**
     * Returns the call that makes the library accept the image. The message contains this call after the detail. Empty
     * if no such call exists.
     */
    public Optional<String> remedy() {
        return Optional.ofNullable(remedy);
    }
}
