package dev.riffle.cli.terminal;

/** The flags of a command, as picocli fills them in. */
public interface Flags {

    /**
     * The request that they stand for.
     *
     * @throws IllegalArgumentException if a value is impossible
     */
    Request request();
}
