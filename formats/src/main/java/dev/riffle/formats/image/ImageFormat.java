package dev.riffle.formats.image;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import java.util.Locale;
import java.util.Optional;

/**
 * Lists the readable formats of images. As in TensorFlow, the first bytes identify the format. Safe for use by several
 * threads.
 *
 * @since 0.1
 */
public enum ImageFormat {
    /** JPEG. */
    JPEG("ffd8ff"),
    /** PNG. */
    PNG("89504e470d0a1a0a"),
    /** GIF, with one or several frames. */
    GIF("47494638"),
    /** Windows bitmaps. */
    BMP("424d"),
    /** WebP. */
    WEBP("52494646");

    private static final Bytes WEBP_FORM = Bytes.ofUtf8("WEBP");

    private static final int WEBP_FORM_AT = 8;

    private final Bytes start;

    ImageFormat(String start) {
        this.start = Bytes.ofHex(start);
    }

    /** Returns the name of the format for the feature {@code image/format}: jpeg, png, gif, bmp or webp. */
    public String formatName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the format that the first bytes indicate. Empty if the bytes do not begin like any format. */
    public static Optional<ImageFormat> of(Bytes encoded) {
        Argument.present(encoded, "encoded");
        for (ImageFormat format : values()) {
            if (hasAt(encoded, 0, format.start) && (format != WEBP || hasAt(encoded, WEBP_FORM_AT, WEBP_FORM))) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    Bytes start() {
        return start;
    }

    static ImageFormat require(Bytes encoded) {
        if (encoded.isEmpty()) {
            throw MalformedImageException.unknownFormat("image is empty");
        }
        return of(encoded)
                .orElseThrow(() -> MalformedImageException.unknownFormat(
                        "unknown format: JPEG, PNG, GIF, BMP or WebP expected, found " + encoded));
    }

    private static boolean hasAt(Bytes encoded, int at, Bytes expected) {
        return encoded.size() >= at + expected.size()
                && encoded.slice(at, at + expected.size()).equals(expected);
    }
}
