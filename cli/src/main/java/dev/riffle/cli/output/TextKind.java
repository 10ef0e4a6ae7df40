package dev.riffle.cli.output;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.Locale;
import java.util.Optional;

/** Lists the kinds of text that the commands import and export. */
public enum TextKind {
    /** Comma-separated values, or with another delimiter. */
    CSV,
    /** Tab-separated values. */
    TSV,
    /** A JSON object on each line. */
    JSON_LINES;

    /** Returns the kind whose name is the value of a flag. */
    public static TextKind of(String flag, String typed) {
        return byName(typed)
                .orElseThrow(() -> new IllegalArgumentException(flag + " must be csv, tsv or jsonl: " + typed));
    }

    /** Returns the kind with a name, as flags spell it. */
    public static Optional<TextKind> named(String name) {
        return byName(name);
    }

    private static Optional<TextKind> byName(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "csv" -> Optional.of(CSV);
            case "tsv", "tab" -> Optional.of(TSV);
            case "jsonl", "ndjson", "json" -> Optional.of(JSON_LINES);
            default -> Optional.empty();
        };
    }

    /** Returns the kind that an extension without its period means, for example {@code csv}. */
    static Optional<TextKind> byExtension(String extension) {
        return byName(extension);
    }

    /** Returns the name of the kind as flags spell it. */
    public String flagValue() {
        return switch (this) {
            case CSV -> "csv";
            case TSV -> "tsv";
            case JSON_LINES -> "jsonl";
        };
    }

    /** Returns the kind that the extension of a file name indicates. The ending {@code .gz} does not count. */
    public static Optional<TextKind> byEnding(String fileName) {
        String name = OutputEnding.withoutCompression(fileName);
        return byName(name.substring(name.lastIndexOf('.') + 1));
    }

    /** Returns the kind that the name, or else the first character, indicates. */
    public static TextKind of(ByteSource source) throws IOException {
        Optional<TextKind> byName = byEnding(source.name());
        if (byName.isPresent()) {
            return byName.get();
        }
        try (InputStream in = Channels.newInputStream(source.open(0))) {
            int first = afterMark(in);
            while (first == ' ' || first == '\n' || first == '\r' || first == '\t') {
                first = in.read();
            }
            return first == '{' || first == '[' ? JSON_LINES : CSV;
        }
    }

    /**
     * Returns the first character after a byte order mark. No supported text begins with the bytes of the mark, EF BB
     * BF.
     */
    private static int afterMark(InputStream in) throws IOException {
        int first = in.read();
        return first == 0xef && in.read() == 0xbb && in.read() == 0xbf ? in.read() : first;
    }

    public char delimiter() {
        return this == TSV ? '\t' : ',';
    }
}
