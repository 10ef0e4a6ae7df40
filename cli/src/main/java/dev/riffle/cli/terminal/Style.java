package dev.riffle.cli.terminal;

/** For whom a command prints. */
public enum Style {
    /** For people. */
    TEXT,
    /** For programs: a JSON object on each line. */
    JSON
}
