package dev.riffle.cli.terminal;

import java.util.Iterator;
import java.util.List;

/**
 * Lists the words that flags accept. Flags name these classes as their {@code completionCandidates}, so that messages,
 * help and completion agree.
 */
public final class Choices {

    private Choices() {}

    /** Holds the words of one kind of flag, in the order of the help. */
    private abstract static class Words implements Iterable<String> {

        private final List<String> words;

        Words(String... words) {
            this.words = List.of(words);
        }

        @Override
        public Iterator<String> iterator() {
            return words.iterator();
        }
    }

    /** Lists the shells with completion. */
    public static final class Shells extends Words {
        public Shells() {
            super("bash", "zsh");
        }
    }
}
