package dev.riffle.cli.print;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shortens the text of a payload for a screen. Cuts long lines, and leaves out the end of long lists. The text is in
 * protobuf's text format, in which each value of a list is a line or a block in braces, or any other text.
 *
 * <p>A block whose first line is a key or a tag is an entry of a map, not a value of a list. Entries are never left
 * out.
 */
final class ShortenedText implements Appendable {

    /** The largest number of values of a list. */
    static final int MOST_VALUES = 10;

    /** The largest number of lines on the screen for one line of the text. */
    private static final int MOST_SCREEN_LINES = 2;

    private static final int LEAST_COLUMNS = 80;

    private static final Pattern SCALAR = Pattern.compile("( *)([\\w]+(?: \\w+)?): .*", Pattern.DOTALL);
    private static final Pattern OPENING = Pattern.compile("( *)([\\w]+(?: \\w+)?) \\{");
    private static final Pattern ENTRY = Pattern.compile(" *(key|tag): .*", Pattern.DOTALL);

    /** Lists the kinds of text. */
    enum Kind {
        /** Protobuf's text format. */
        MESSAGE,
        /** Any other text. */
        OTHER
    }

    /** Counts the consecutive values of a list at one depth. */
    private static final class Run {
        private String name = "";
        private int count;
        private long left;
    }

    private final Appendable target;
    private final Kind kind;
    private final int mostColumns;
    private final LongLine line;

    /** The runs by depth. */
    private final List<Run> runs = new ArrayList<>();

    /** The first line of a block of which the second line is not known, or empty. */
    private String opening = "";

    /** The depth of the block that is left out, or -1. */
    private int hidden = -1;

    private boolean shortened;

    /**
     * Creates a shortened text.
     *
     * @param columns the width of the screen
     */
    ShortenedText(Appendable target, Kind kind, int columns) {
        this.target = target;
        this.kind = kind;
        this.mostColumns = Math.max(LEAST_COLUMNS, columns * MOST_SCREEN_LINES);
        this.line = new LongLine(kind);
    }

    /** Returns whether the text was longer than the shortened text. */
    boolean isShortened() {
        return shortened;
    }

    @Override
    public Appendable append(CharSequence text) throws IOException {
        return append(text, 0, text.length());
    }

    @Override
    public Appendable append(CharSequence text, int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            append(text.charAt(i));
        }
        return this;
    }

    @Override
    public Appendable append(char character) throws IOException {
        if (character == '\n') {
            shortened |= line.isCut();
            String ended = line.end();
            if (kind == Kind.MESSAGE) {
                add(ended);
            } else {
                write(ended);
            }
        } else {
            line.add(character, mostColumns);
        }
        return this;
    }

    /** Ends the text after its last line. */
    void end() throws IOException {
        endRuns(0);
    }

    private void add(String text) throws IOException {
        if (!opening.isEmpty()) {
            open(opening, ENTRY.matcher(text).matches());
            opening = "";
        }
        Matcher block = OPENING.matcher(text);
        Matcher scalar = SCALAR.matcher(text);
        int depth = depth(text);
        if (hidden >= 0) {
            if (depth == hidden && text.endsWith("}")) {
                hidden = -1;
            }
        } else if (block.matches()) {
            opening = text;
        } else if (scalar.matches()) {
            endRuns(depth + 1);
            if (count(depth, scalar.group(2)) > MOST_VALUES) {
                run(depth).left++;
            } else {
                write(text);
            }
        } else {
            endRuns(depth + 1);
            write(text);
        }
    }

    /** Begins a block. A block in a long list is left out. */
    private void open(String text, boolean entry) throws IOException {
        int depth = depth(text);
        endRuns(depth + 1);
        if (entry) {
            endRuns(depth);
        } else if (count(depth, text.strip()) > MOST_VALUES) {
            run(depth).left++;
            hidden = depth;
            return;
        }
        write(text);
    }

    /** Counts a value at a depth. Returns the number of consecutive values with this name. */
    private int count(int depth, String name) throws IOException {
        Run run = run(depth);
        if (!run.name.equals(name)) {
            endRuns(depth);
            run.name = name;
        }
        return ++run.count;
    }

    private Run run(int depth) {
        while (runs.size() <= depth) {
            runs.add(new Run());
        }
        return runs.get(depth);
    }

    /** Ends the lists at this depth and below. Writes the numbers of values left out. */
    private void endRuns(int depth) throws IOException {
        for (int i = runs.size() - 1; i >= depth; i--) {
            Run run = runs.get(i);
            if (run.left > 0) {
                shortened = true;
                String name = run.name.replace(" {", "");
                write("  ".repeat(i) + "# " + name + ": " + run.left + " more");
            }
            run.name = "";
            run.count = 0;
            run.left = 0;
        }
    }

    private void write(String text) throws IOException {
        target.append(text).append('\n');
    }

    private static int depth(String text) {
        int spaces = 0;
        while (spaces < text.length() && text.charAt(spaces) == ' ') {
            spaces++;
        }
        return spaces / 2;
    }
}
