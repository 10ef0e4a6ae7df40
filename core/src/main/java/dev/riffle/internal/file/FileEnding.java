package dev.riffle.internal.file;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the endings of file names. The numbers of a shard do not count: {@code x.gz-00000-of-00002} ends in gz. */
public final class FileEnding {

    /** A shard's name: the part before the numbers, both numbers, and the part after them. */
    public static final Pattern SHARD =
            Pattern.compile("(.*)-(\\d{5,10})-of-(\\d{5,10})((?!\\d)[^/\\\\]*)", Pattern.DOTALL);

    private FileEnding() {}

    /** Returns the last name of a path, without the numbers of a shard. */
    public static String fileName(String path) {
        String file = path.replaceFirst("/+$", "");
        file = file.substring(file.lastIndexOf('/') + 1);
        Matcher shard = SHARD.matcher(file);
        return shard.matches() ? shard.group(1) + shard.group(4) : file;
    }

    /** Returns the extension of a file name without its period; empty if the name has none. */
    public static String extension(String file) {
        int dot = file.lastIndexOf('.');
        return dot <= 0 ? "" : file.substring(dot + 1);
    }
}
