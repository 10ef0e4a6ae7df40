package dev.riffle.cli.terminal;

import java.util.HashSet;
import java.util.Set;

/** What a command says on standard error beside its results, each thing once for all files. */
public final class Notes {

    private final Terminal terminal;
    private final Set<String> said = new HashSet<>();

    public Notes(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Says what holds of a file, unless it was said of another one. */
    public void once(String file, String note) {
        if (said.add(note)) {
            terminal.tell(file + ": " + Escapes.visible(note));
        }
    }
}
