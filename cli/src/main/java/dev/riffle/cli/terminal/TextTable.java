package dev.riffle.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lays out cells in columns that fit the screen. The last column continues on further lines, which break only at
 * spaces. If a name is too long for its column, the other cells of its row begin on the next line. On a narrow screen,
 * a cell that does not fit after the previous one begins on a line of its own.
 */
public final class TextTable {

    private static final String GAP = "  ";

    /** The width that the last column gets at the cost of the names. The longest number has 24 characters. */
    private static final int WANTED_LAST = 24;

    private static final int LEAST_NAME = 8;

    /** The additional indent of a cell on a line of its own. */
    private static final int OWN_LINE = 2;

    private final List<List<String>> rows = new ArrayList<>();
    private final String indent;
    private final int nameColumn;
    private final int mostWidth;

    /**
     * Creates an empty table.
     *
     * @param indent the spaces before each line
     * @param nameColumn the number of the column with coloured names
     * @param mostWidth the largest width of an aligned column. Longer cells do not shift the columns of other lines
     */
    public TextTable(String indent, int nameColumn, int mostWidth) {
        this.indent = indent;
        this.nameColumn = nameColumn;
        this.mostWidth = mostWidth;
    }

    /** Adds a row. All rows have the same number of cells. Escapes invisible characters and tabs. */
    public void add(List<String> row) {
        rows.add(row.stream().map(Escapes::visible).toList());
    }

    /**
     * Appends the lines of the table.
     *
     * @param heading the number of first rows that are a heading
     */
    public void appendTo(PaintedText text, Screen screen, int heading) {
        if (rows.isEmpty()) {
            return;
        }
        int last = rows.get(0).size() - 1;
        int[] widths = new int[last];
        for (List<String> row : rows) {
            for (int i = 0; i < last; i++) {
                widths[i] = Math.max(widths[i], Math.min(length(row.get(i)), mostWidth));
            }
        }
        int longest = rows.stream().mapToInt(row -> length(row.get(last))).max().orElse(0);
        int missing = Math.min(WANTED_LAST, longest) - room(widths, screen.width());
        if (missing > 0) {
            widths[nameColumn] = Math.min(widths[nameColumn], Math.max(LEAST_NAME, widths[nameColumn] - missing));
        }
        for (int i = 0; i < rows.size(); i++) {
            append(text, rows.get(i), widths, screen.width(), i < heading);
        }
    }

    /** Returns the width of the last column. */
    private int room(int[] widths, int width) {
        int used = indent.length();
        for (int column : widths) {
            used += column + GAP.length();
        }
        return width - used;
    }

    private void append(PaintedText text, List<String> row, int[] widths, int width, boolean heading) {
        int last = row.size() - 1;
        int least = indent.length() + OWN_LINE;
        int place = indent.length();
        int end = 0;
        for (int i = 0; i <= last; i++) {
            String cell = row.get(i);
            int needed = i == last ? longestWord(cell) : length(cell);
            if (needed > width - place && needed <= width - least && place > least) {
                place = least;
            }
            if (!cell.isEmpty()) {
                boolean sameLine = end <= place - (i == 0 ? 0 : GAP.length());
                text.plain(sameLine ? " ".repeat(place - end) : "\n" + " ".repeat(place));
                List<String> lines = i == last ? wrapped(cell, width - place) : List.of(cell);
                paint(text, heading, i, String.join("\n" + " ".repeat(place), lines));
                end = place + length(cell);
            }
            if (i < last) {
                boolean cut = i == nameColumn && width != Screen.UNLIMITED;
                place = (cut ? place + widths[i] : Math.max(place + widths[i], end)) + GAP.length();
            }
        }
        text.plain("\n");
    }

    private void paint(PaintedText text, boolean heading, int column, String cell) {
        if (heading) {
            text.painted(Paint.HEADING, cell);
        } else if (column == nameColumn) {
            text.painted(Paint.NAME, cell);
        } else {
            text.plain(cell);
        }
    }

    private static int longestWord(String text) {
        return Arrays.stream(text.split(" ")).mapToInt(TextTable::length).max().orElse(0);
    }

    /** Returns the lines of a text. A line is longer than the width only if it has no space. */
    public static List<String> wrapped(String text, int width) {
        return length(text) <= width ? List.of(text) : wrapped(List.of(text.split(" ")), width);
    }

    /** Returns lines of words with spaces between them. A line is longer than the width only if it is one word. */
    static List<String> wrapped(List<String> words, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            if (!line.isEmpty() && length(line) + 1 + length(word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return List.copyOf(lines);
    }

    private static int length(CharSequence text) {
        return DisplayWidth.of(text);
    }
}
