package dev.riffle.cli;

/** The flags of a command, as picocli fills them in. */
interface Flags {

    /**
     * The request that they stand for.
     *
     * @throws IllegalArgumentException if a value is impossible
     */
    Request request();
}
