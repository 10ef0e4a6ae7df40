package dev.riffle.cli.terminal;

import dev.riffle.example.FeatureWarning;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Prints remarks of a command on standard error, each remark once for all files. */
public final class Notes {

    private static final String INDENT = "  ";

    /** Characters without a space, and texts in double quotes with JSON's escapes. */
    private static final Pattern WORD = Pattern.compile("(?:\"(?:\\\\.|[^\"\\\\])*\"|[^ ])+");

    private final Terminal terminal;
    private final Set<String> said = new HashSet<>();

    public Notes(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns a warning of the library as text. Similar names replace a remedy, which may be a method. */
    public static String text(FeatureWarning warning) {
        return warning.similar().isEmpty()
                ? warning.message()
                : new FeatureWarning(warning.feature(), warning.found(), warning.similar(), "").message();
    }

    /**
     * Prints a remark about a file, unless it was printed for another file. On a terminal, a long remark has several
     * lines. They break only at spaces outside of quotes, so that feature specs in a remark stay valid.
     */
    public void once(String file, String note) {
        if (!said.add(note) || terminal.isQuiet()) {
            return;
        }
        List<String> words = new ArrayList<>(List.of(Escapes.line(file) + ":"));
        WORD.matcher(Escapes.visible(note)).results().map(MatchResult::group).forEach(words::add);
        int width = terminal.screen().width();
        terminal.reportLines(String.join("\n" + INDENT, TextTable.wrapped(words, width - INDENT.length())) + "\n");
    }
}
