package dev.riffle.cli.terminal;

import java.util.Locale;

/** Lists the values of {@code --color}. */
public enum Color {
    /** Colours on a terminal, unless the variable {@code NO_COLOR} is set. */
    AUTO,
    ALWAYS,
    NEVER;

    /** The flag that sets the choice. */
    public static final String FLAG = "--color";

    /**
     * Returns the choice with this name.
     *
     * @throws IllegalArgumentException if there is no such choice
     */
    public static Color typed(String name) {
        for (Color color : values()) {
            if (color.name().toLowerCase(Locale.ROOT).equals(name)) {
                return color;
            }
        }
        throw new IllegalArgumentException(FLAG + " must be auto, always or never: " + name);
    }
}
