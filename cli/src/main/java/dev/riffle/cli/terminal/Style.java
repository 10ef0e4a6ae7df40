package dev.riffle.cli.terminal;

/** Lists the forms of a command's output. */
public enum Style {
    /** Text for people. */
    TEXT,
    /** A JSON object on each line, for programs. */
    JSON
}
