package dev.riffle.sql.internal;

import dev.riffle.internal.Argument;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A place in a statement.
 *
 * @param statement the statement
 * @param position the number of bytes of UTF-8 before the place
 */
public record StatementPlace(String statement, int position) {

    private static final int MOST_BEFORE = 60;
    private static final int MOST_AFTER = 40;

    /** Returns a message that names the place, and shows it below the message. */
    public String message(String reason) {
        String before = before();
        int lineStart = before.lastIndexOf('\n') + 1;
        long line = before.chars().filter(c -> c == '\n').count() + 1;
        String beginning = before.substring(lineStart);
        String rest = statement.substring(Math.min(before.length(), statement.length()));
        int lineEnd = rest.indexOf('\n');
        String end = lineEnd < 0 ? rest : rest.substring(0, lineEnd);
        String shownBeginning = cutBeginning(beginning);
        return "SQL, line " + line + ", column " + (beginning.codePointCount(0, beginning.length()) + 1) + ": "
                + reason + "\n  " + Argument.shown(shownBeginning) + Argument.shown(cutEnd(end)) + "\n  "
                + " "
                        .repeat(Argument.shown(shownBeginning)
                                .codePointCount(
                                        0, Argument.shown(shownBeginning).length()))
                + "^";
    }

    private String before() {
        byte[] bytes = statement.getBytes(StandardCharsets.UTF_8);
        return new String(Arrays.copyOf(bytes, Math.min(position, bytes.length)), StandardCharsets.UTF_8);
    }

    private static String cutBeginning(String text) {
        return text.length() <= MOST_BEFORE ? text : "..." + text.substring(text.length() - MOST_BEFORE);
    }

    private static String cutEnd(String text) {
        return text.length() <= MOST_AFTER ? text : text.substring(0, MOST_AFTER) + "...";
    }
}
