package dev.riffle.cli.print;

import dev.riffle.cli.terminal.Escapes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Locates errors in specs that were typed or read from a file. */
public final class SpecErrors {

    /**
     * Matches the beginning of a message of the library with an offset. Then the name of the feature adds no
     * information.
     */
    private static final Pattern PLACE =
            Pattern.compile("(?:feature \".*?\": )?features: at character ([0-9]{1,9}): ", Pattern.DOTALL);

    private SpecErrors() {}

    /** Returns the error of specs that were typed after a flag. */
    public static String ofFlag(String flag, RuntimeException failure) {
        Matcher place = PLACE.matcher(message(failure));
        return place.lookingAt()
                ? flag + ": at character " + place.group(1) + ": " + rest(failure, place)
                : flag + ": " + Escapes.message(failure);
    }

    /** Returns the error of specs in a file. */
    public static String ofFile(String name, String text, RuntimeException failure) {
        Matcher place = PLACE.matcher(message(failure));
        if (!place.lookingAt()) {
            return name + ": " + Escapes.message(failure);
        }
        String before = text.substring(0, Math.min(text.length(), Integer.parseInt(place.group(1)) - 1));
        long line = 1 + before.chars().filter(c -> c == '\n').count();
        int column = before.length() - before.lastIndexOf('\n');
        return name + ": line " + line + ", column " + column + ": " + rest(failure, place);
    }

    private static String rest(RuntimeException failure, Matcher place) {
        return Escapes.visible(message(failure).substring(place.end()));
    }

    private static String message(RuntimeException failure) {
        return String.valueOf(failure.getMessage());
    }
}
