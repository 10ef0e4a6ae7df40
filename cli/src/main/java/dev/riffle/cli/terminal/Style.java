package dev.riffle.cli.terminal;

/** The audience of a command's output. */
public enum Style {
    /** For people. */
    TEXT,
    /** For programs: a JSON object on each line. */
    JSON
}
