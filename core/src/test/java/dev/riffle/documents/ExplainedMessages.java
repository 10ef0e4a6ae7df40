package dev.riffle.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** The messages that {@code docs/reference/errors.md} explains. The tests of all modules compare messages with them. */
public final class ExplainedMessages {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|");

    private static final Pattern PLACEHOLDER =
            Pattern.compile("(?<![A-Z])(?:FILE|NAME|VALUE|TYPE|FORMAT|SHAPE|OPTION|REASON|N)(?![A-Z])");

    /** A counted noun in the plural, which a message about one thing has in the singular. */
    private static final Pattern PLURAL = Pattern.compile("\\bN (value|byte|record|field)s\\b");

    private final List<String> rows;
    private final List<Pattern> patterns;

    private ExplainedMessages(List<String> rows) {
        this.rows = rows;
        this.patterns = rows.stream().map(ExplainedMessages::pattern).toList();
    }

    /** Reads the page. */
    public static ExplainedMessages read() throws IOException {
        return new ExplainedMessages(
                ROW.matcher(Files.readString(Repository.root().resolve("docs/reference/errors.md")))
                        .results()
                        .map(row -> row.group(1))
                        .toList());
    }

    /** Returns the messages as the page shows them, with words in capitals for the parts that vary. */
    List<String> rows() {
        return rows;
    }

    /** Returns whether a row of the page is this complete message, with or without the place before it. */
    public boolean contains(String message) {
        return patterns.stream().anyMatch(row -> row.matcher(message).matches());
    }

    private static Pattern pattern(String row) {
        String plural = PLURAL.matcher(row).replaceAll("N $1\\\\Es?\\\\Q");
        String varied = PLACEHOLDER.matcher(plural).replaceAll("\\\\E.+\\\\Q");
        return Pattern.compile("(?:.*: )?\\Q" + varied + "\\E", Pattern.DOTALL);
    }
}
