package dev.riffle.cli.terminal;

import java.util.HashSet;
import java.util.Set;

/** Prints remarks of a command on standard error, each remark once for all files. */
public final class Notes {

    private final Terminal terminal;
    private final Set<String> said = new HashSet<>();

    public Notes(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Prints a remark about a file, unless it was printed for another file. */
    public void once(String file, String note) {
        if (said.add(note) && !terminal.isQuiet()) {
            terminal.report(file + ": " + Escapes.visible(note));
        }
    }
}
