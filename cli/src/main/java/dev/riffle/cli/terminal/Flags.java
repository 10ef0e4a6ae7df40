package dev.riffle.cli.terminal;

/** Holds the flags of a command, which picocli sets. */
public interface Flags {

    /**
     * Returns the request that the flags describe.
     *
     * @throws IllegalArgumentException if a value is impossible
     */
    Request request();
}
