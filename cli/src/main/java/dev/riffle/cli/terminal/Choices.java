package dev.riffle.cli.terminal;

import dev.riffle.RecordFormat;
import dev.riffle.io.Compression;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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

    private static String[] compressions() {
        return Compression.builtIn().stream()
                .map(compression -> compression.name().toLowerCase(Locale.ROOT))
                .toArray(String[]::new);
    }

    /** Lists the shells with completion. */
    public static final class Shells extends Words {
        public Shells() {
            super("bash", "zsh");
        }
    }

    /** Lists the record formats, including those of the installed containers. */
    public static class Formats implements Iterable<String> {

        private final List<String> others;

        public Formats() {
            this(List.of());
        }

        private Formats(List<String> others) {
            this.others = others;
        }

        @Override
        public Iterator<String> iterator() {
            return Stream.concat(
                            RecordFormat.all().stream()
                                    .map(format -> format.name().toLowerCase(Locale.ROOT)),
                            others.stream())
                    .iterator();
        }
    }

    /** Lists the compressions. */
    public static final class Compressions extends Words {
        public Compressions() {
            super(compressions());
        }
    }

    /** Lists the formats that convert reads and writes. */
    public static final class ConvertedFormats extends Formats {
        public ConvertedFormats() {
            super(List.of("parquet"));
        }
    }

    /** Lists the compressions of record files and of Parquet. */
    public static final class ConvertedCompressions extends Words {
        public ConvertedCompressions() {
            super(Stream.concat(Stream.of(compressions()), Stream.of("zstd")).toArray(String[]::new));
        }
    }

    /** Lists the kinds of text files. */
    public static final class TextKinds extends Words {
        public TextKinds() {
            super("csv", "tsv", "jsonl");
        }
    }

    /** Lists the kinds of imports. */
    public static final class Imports extends Words {
        public Imports() {
            super("csv", "tsv", "jsonl", "arrow", "arrows");
        }
    }

    /** Lists the kinds of exports. */
    public static final class Exports extends Words {
        public Exports() {
            super("csv", "tsv", "jsonl", "npy", "npz", "arrow", "arrows", "parquet");
        }
    }

    /** Lists the kinds of results of queries. */
    public static final class Results extends Words {
        public Results() {
            super("csv", "tsv", "json", "jsonl", "parquet", "arrow", "arrows", "tfrecord", "ofrecord");
        }
    }

    /** Lists the ways to convert a double. */
    public static final class Rounding extends Words {
        public Rounding() {
            super("exact", "rounded");
        }
    }

    /** Lists the uses of colours. */
    public static final class Colors extends Words {
        public Colors() {
            super("auto", "always", "never");
        }
    }

    /** Lists the protocols of terminals for images. */
    public static final class Protocols extends Words {
        public Protocols() {
            super("auto", "blocks", "blocks256", "sixel", "kitty", "iterm");
        }
    }

    /** Lists the types of single messages. */
    public static final class MessageTypes extends Words {
        public MessageTypes() {
            super("example", "sequence-example", "ofrecord");
        }
    }

    /** Lists the actions for records that may be nested. */
    public static final class Nested extends Words {
        public Nested() {
            super("keep", "drop");
        }
    }

    /** Lists the actions of an index for records without a key. */
    public static final class MissingInIndex extends Words {
        public MissingInIndex() {
            super("fail", "keep");
        }
    }

    /** Lists the actions of a removal of duplicates for records without a key. */
    public static final class MissingInDedupe extends Words {
        public MissingInDedupe() {
            super("keep", "drop", "fail");
        }
    }

    /** Lists the actions of a split for records without a key. */
    public static final class MissingInSplit extends Words {
        public MissingInSplit() {
            super("first", "fail");
        }
    }
}
