package dev.riffle.cli.terminal;

/** Lists the uses of colour. Each use has a colour that is readable on dark and on light screens. */
public enum Paint {
    /** The title of a part of the output. */
    HEADING("1"),
    /** The name of a feature. */
    NAME("36"),
    /** A finding, damage, or a missing record. */
    BAD("31"),
    /** The statement that nothing is wrong, or an added record. */
    GOOD("32"),
    /** A changed record. */
    CHANGED("33");

    private final String code;

    Paint(String code) {
        this.code = code;
    }

    /** Returns the text between the sequences that begin and end the colour. */
    String on(String text) {
        return text.isEmpty() ? text : "\033[" + code + "m" + text + "\033[0m";
    }
}
