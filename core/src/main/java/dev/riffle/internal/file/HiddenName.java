package dev.riffle.internal.file;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a hidden file that belongs to one output: {@code .NAME.NUMBER} and an ending. The number is random and
 * has 16 hexadecimal digits. All hidden files of one output have the same number.
 *
 * @param name the name of the output file or set, shortened to {@link #LONGEST} characters
 * @param number the number that distinguishes this output from all other outputs
 * @param ending {@code .tmp} and the characters before it, for example {@code -3.old.tmp}
 */
public record HiddenName(String name, String number, String ending) {

    /**
     * The largest number of characters of the name. A file name may have 255 bytes, and a character of a Java string
     * takes up to three bytes.
     */
    public static final int LONGEST = 60;

    /** The ending of all hidden names. */
    private static final String TEMPORARY = ".tmp";

    /** The ending of the hidden file of a single-file output. This file itself holds the lock. */
    static final String SINGLE = ".new.tmp";

    /** The ending of the lock file of an output. */
    static final String LOCK = ".lock.tmp";

    /** The ending of an older file that stays until the output ends. */
    public static final String KEPT = ".old.tmp";

    private static final Pattern FORM =
            Pattern.compile("\\.(.*)\\.([0-9a-f]{16})((?:-\\d+)?(?:\\.(?:old|lock|new))?\\.tmp)", Pattern.DOTALL);

    /** Returns a new random number. */
    static String newNumber() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /**
     * Returns the shortened name. A period at the beginning of a hidden name stays: {@code .data} and {@code data} are
     * different files.
     */
    public static String cut(String name) {
        int end = Math.min(name.length(), LONGEST);
        boolean half = end < name.length() && Character.isHighSurrogate(name.charAt(end - 1));
        return name.substring(0, half ? end - 1 : end);
    }

    /** Returns a path for a hidden file in the same directory as {@code place}. */
    static Path beside(Path place, String number, String ending) {
        return place.resolveSibling("." + cut(place.getFileName().toString()) + "." + number + ending);
    }

    /** Returns the parts of a file name. Empty if the name does not have this form. */
    static Optional<HiddenName> parse(String fileName) {
        if (!fileName.startsWith(".") || !fileName.endsWith(TEMPORARY)) {
            return Optional.empty();
        }
        Matcher matcher = FORM.matcher(fileName);
        return matcher.matches()
                ? Optional.of(new HiddenName(matcher.group(1), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }

    boolean isLock() {
        return ending.equals(LOCK);
    }

    /** Returns whether the file is older than the output and may be the only copy. */
    boolean isKept() {
        return ending.endsWith(KEPT);
    }
}
