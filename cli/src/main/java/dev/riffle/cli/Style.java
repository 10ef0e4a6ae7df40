package dev.riffle.cli;

/** For whom a command prints. */
enum Style {
    /** For people. */
    TEXT,
    /** For programs: a JSON object on each line. */
    JSON
}
