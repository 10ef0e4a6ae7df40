package dev.riffle.spark.internal.options;

import dev.riffle.RecordFormat;
import dev.riffle.internal.Argument;
import dev.riffle.io.Compression;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the compression of files from the options {@code compression} and {@code codec}. The option {@code codec}
 * comes from spark-tensorflow-connector and spark-tfrecord. Its values are classes of Hadoop.
 *
 * <p>Hadoop accepts a codec by its class name, with or without package, and without "Codec", in any case. The word
 * {@code snappy} has two meanings. For {@code compression}, it means TensorFlow's Snappy. For {@code codec}, it means
 * Hadoop's Snappy, which frames blocks in another way.
 */
final class WrittenCompression {

    private static final String PACKAGE = "org.apache.hadoop.io.compress.";

    private static final String SUFFIX = "codec";

    private WrittenCompression() {}

    /**
     * Returns the compression to write.
     *
     * @throws IllegalArgumentException if an option does not name a compression of record files, or if the options
     *     contradict each other
     */
    static Compression of(GivenOptions given) {
        Compression compression = compression(given.textOrNull("compression"));
        Compression codec = codec(given.text("codec", ""));
        if (compression == null) {
            return codec == null ? Compression.NONE : codec;
        }
        if (codec != null && !codec.name().equals(compression.name())) {
            throw new IllegalArgumentException("option compression is " + word(compression) + ", but option codec is "
                    + word(codec) + ": " + given.text("codec", "") + "; set one of them");
        }
        return compression;
    }

    private static @Nullable Compression compression(@Nullable String given) {
        if (given == null) {
            return null;
        }
        for (Compression compression : Compression.builtIn()) {
            if (word(compression).equalsIgnoreCase(given)) {
                return compression;
            }
        }
        Compression ofHadoop = ofHadoop(given);
        if (ofHadoop == null) {
            throw rejected("compression", given);
        }
        return ofHadoop;
    }

    /** Returns the compression of a codec. Like the connectors, treats an empty codec as no compression. */
    private static @Nullable Compression codec(String given) {
        if (given.isEmpty()) {
            return null;
        }
        if (given.equalsIgnoreCase("none") || given.equalsIgnoreCase("uncompressed")) {
            return Compression.NONE;
        }
        Compression ofHadoop = ofHadoop(given);
        if (ofHadoop == null) {
            throw rejected("codec", given);
        }
        return ofHadoop;
    }

    /** Returns the compression that one of Hadoop's codecs writes, or null if TensorFlow does not read it. */
    static @Nullable Compression ofHadoop(String given) {
        return switch (shortName(given)) {
            case "gzip" -> Compression.GZIP;
            // Both codecs write zlib streams, with header and checksum.
            case "default", "deflate" -> Compression.ZLIB;
            default -> null;
        };
    }

    private static String shortName(String given) {
        String name = given.startsWith(PACKAGE) ? given.substring(PACKAGE.length()) : given;
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(SUFFIX) ? lower.substring(0, lower.length() - SUFFIX.length()) : lower;
    }

    private static IllegalArgumentException rejected(String option, String given) {
        boolean snappy = shortName(given).equals("snappy");
        String words = option.equals("codec") ? "none, uncompressed, gzip" : builtInWords();
        return new IllegalArgumentException("option " + option + ": expected " + words
                + ", default or deflate (the last two write zlib), or GzipCodec, DefaultCodec or DeflateCodec, with or"
                + " without " + PACKAGE + "*, found " + given
                + (snappy
                        ? "; TensorFlow does not read Hadoop's framing of Snappy: set option compression to"
                                + " snappy for TensorFlow's framing"
                        : ""));
    }

    private static String builtInWords() {
        return String.join(
                ", ",
                Compression.builtIn().stream().map(WrittenCompression::word).toList());
    }

    /** Returns the words of the option {@code compression} for files of a format, in a form for messages. */
    static String words(RecordFormat format) {
        return Argument.oneOf(Compression.builtIn().stream()
                .filter(format::supports)
                .map(WrittenCompression::word)
                .toList());
    }

    /** Returns the word for a compression in the option {@code compression}. */
    static String word(Compression compression) {
        return compression.name().toLowerCase(Locale.ROOT);
    }
}
