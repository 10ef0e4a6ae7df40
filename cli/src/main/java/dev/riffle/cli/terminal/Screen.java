package dev.riffle.cli.terminal;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Describes the screen of standard output.
 *
 * @param kind the kind of standard output
 * @param columns the number of characters in a line
 * @param lines the number of lines
 * @param environment the variables that describe the terminal
 * @param color the choice of {@code --color}
 */
public record Screen(Kind kind, int columns, int lines, Map<String, String> environment, Color color) {

    /** The width of lines that no screen shows. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final int USUAL_COLUMNS = 80;
    private static final int USUAL_LINES = 24;
    private static final int MOST = 1000;

    /** Lists the kinds of standard output. */
    public enum Kind {
        TERMINAL,
        /** A file or a program reads standard output. */
        NONE
    }

    /** Returns a screen of standard output that is not a terminal. */
    public static Screen none() {
        return new Screen(Kind.NONE, USUAL_COLUMNS, USUAL_LINES, Map.of(), Color.AUTO);
    }

    /**
     * Returns the screen of a terminal. The user's variables {@code COLUMNS} and {@code LINES} override the size of the
     * terminal.
     *
     * @param size lines and columns as {@code stty size} prints them; empty if the size is unknown
     */
    public static Screen terminal(String size, Map<String, String> environment) {
        String[] words = (size.strip() + " - -").split(" +");
        int columns = number(environment.get("COLUMNS"), number(words[1], USUAL_COLUMNS));
        int lines = number(environment.get("LINES"), number(words[0], USUAL_LINES));
        return new Screen(Kind.TERMINAL, columns, lines, Map.copyOf(environment), Color.AUTO);
    }

    /** Returns this screen with another choice of {@code --color}. */
    public Screen withColor(Color chosen) {
        return new Screen(kind, columns, lines, environment, chosen);
    }

    /** Returns whether standard output is a terminal. */
    public boolean isTerminal() {
        return kind == Kind.TERMINAL;
    }

    /** Returns the number of characters that fit a line of output, or {@link #UNLIMITED} without a terminal. */
    public int width() {
        return isTerminal() ? columns : UNLIMITED;
    }

    /** Returns whether text has colours. */
    public boolean isColored() {
        return color == Color.ALWAYS
                || (isTerminal() && !rejectsColor() && !variable("TERM").equals("dumb"));
    }

    /** Returns whether the user does not want colours: because of {@code --color never} or {@code NO_COLOR}. */
    public boolean rejectsColor() {
        return switch (color) {
            case AUTO -> !variable("NO_COLOR").isEmpty();
            case ALWAYS -> false;
            case NEVER -> true;
        };
    }

    private static int number(@Nullable String digits, int otherwise) {
        return digits != null && digits.matches("[1-9][0-9]{0,5}")
                ? Math.min(Integer.parseInt(digits), MOST)
                : otherwise;
    }

    /** Returns a variable of the environment; empty if it is not set. */
    public String variable(String name) {
        return environment.getOrDefault(name, "");
    }
}
