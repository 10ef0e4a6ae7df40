package dev.riffle.cli.input;

import dev.riffle.RecordFormat;
import dev.riffle.io.Compression;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the record format that the ending of a file name means. */
public final class RecordEndings {

    private static final Pattern SHARD = Pattern.compile("(.+)-\\d{5,10}-of-\\d{5,10}(.*)", Pattern.DOTALL);

    private RecordEndings() {}

    /** Returns the format that an extension in lower case without its period means. */
    public static Optional<RecordFormat> format(String extension) {
        return switch (extension) {
            case "tfrecord", "tfrecords", "tfrec", "tfr" -> Optional.of(RecordFormat.TFRECORD);
            case "ofrecord" -> Optional.of(RecordFormat.OFRECORD);
            default -> Optional.empty();
        };
    }

    /** Returns the format that the ending of a path means. The ending of a compression does not count. */
    static Optional<RecordFormat> formatOfPath(String path) {
        String name = fileName(path).toLowerCase(Locale.ROOT);
        String last = extension(name);
        boolean compressed = Compression.ofEnding(last).isPresent();
        return format(compressed ? extension(name.substring(0, name.lastIndexOf('.'))) : last);
    }

    /** Returns the last name of a path, without the numbers of a shard. */
    public static String fileName(String path) {
        String file = path.replaceFirst("/+$", "");
        file = file.substring(file.lastIndexOf('/') + 1);
        Matcher shard = SHARD.matcher(file);
        return shard.matches() ? shard.group(1) + shard.group(2) : file;
    }

    /** Returns the extension of a file name without its period; empty if the name has none. */
    public static String extension(String file) {
        int dot = file.lastIndexOf('.');
        return dot <= 0 ? "" : file.substring(dot + 1);
    }
}
