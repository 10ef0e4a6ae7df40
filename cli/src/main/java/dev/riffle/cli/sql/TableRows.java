package dev.riffle.cli.sql;

import dev.riffle.cli.terminal.DisplayWidth;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Paint;
import dev.riffle.cli.terminal.PaintedText;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.sql.SqlResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes rows as an aligned table, with the types under the names. The first rows decide the widths of the columns. A
 * terminal shows only the first rows, and only columns and values that fit its width, unless the user wants all.
 */
final class TableRows implements RowText {

    /** Lists how much of a long result the table shows. */
    enum Extent {
        /** All rows and columns, with complete values. */
        ALL,
        /** What fits the screen. */
        SCREEN
    }

    /** The number of rows that a screen shows. */
    static final int SCREEN_ROWS = 40;

    /** The number of rows that decide the widths of a complete table. */
    private static final int SAMPLED_ROWS = 1000;

    private static final int LEAST_WIDTH = 8;

    /** The largest width of an aligned column of a complete table. A longer value shifts the rest of its row. */
    private static final int MOST_ALIGNED = 60;

    private static final String GAP = "  ";

    private static final String NULL = "NULL";

    private static final String CUT = "\u2026";

    private final Terminal terminal;
    private final Extent extent;
    private final List<SqlResult.Column> columns;
    private final List<List<String>> first = new ArrayList<>();
    private final boolean[] isNumeric;
    private final Runnable beforePrint;
    private int[] widths = {};
    private long rows;
    private boolean isLaidOut;

    /**
     * Creates a table.
     *
     * @param beforePrint runs before the first line appears
     */
    TableRows(Terminal terminal, Extent extent, List<SqlResult.Column> columns, Runnable beforePrint) {
        this.terminal = terminal;
        this.extent = extent;
        this.columns = columns;
        this.isNumeric = new boolean[columns.size()];
        this.beforePrint = beforePrint;
    }

    @Override
    public void row(List<ColumnValues> values, int row) throws IOException {
        if (extent == Extent.SCREEN && rows >= SCREEN_ROWS) {
            layOut();
            rows++;
            return;
        }
        List<String> cells = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            ColumnValues column = values.get(i);
            isNumeric[i] = column.kind() == ValueKind.NUMBER || column.kind() == ValueKind.FLOAT;
            cells.add(column.isNull(row) ? NULL : Escapes.visible(column.text(row)));
        }
        rows++;
        if (isLaidOut) {
            print(cells, false);
            return;
        }
        first.add(cells);
        if (extent == Extent.ALL && first.size() == SAMPLED_ROWS) {
            layOut();
        }
    }

    @Override
    public void end() throws IOException {
        layOut();
        if (!terminal.screen().isTerminal()) {
            return;
        }
        boolean cut = rows > SCREEN_ROWS && extent == Extent.SCREEN || widths.length < columns.size();
        String shownRows = extent == Extent.SCREEN && rows > SCREEN_ROWS
                ? Sizes.count(rows, "row") + ", the first " + SCREEN_ROWS + " shown"
                : Sizes.count(rows, "row");
        String shownColumns = widths.length < columns.size()
                ? "; " + Sizes.count(columns.size(), "column") + ", the first " + widths.length + " shown"
                : "";
        terminal.printLine("(" + shownRows + shownColumns + (cut || hasCutValue() ? "; --full prints all" : "") + ")");
    }

    /** Chooses the widths, and prints the heading and the first rows. */
    private void layOut() throws IOException {
        if (isLaidOut) {
            return;
        }
        isLaidOut = true;
        beforePrint.run();
        int[] wanted = new int[columns.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = Math.max(width(name(i)), width(columns.get(i).type()));
            for (List<String> row : first) {
                wanted[i] = Math.max(wanted[i], width(row.get(i)));
            }
        }
        widths = extent == Extent.ALL
                ? Arrays.stream(wanted)
                        .map(width -> Math.min(width, MOST_ALIGNED))
                        .toArray()
                : ColumnWidths.fitting(wanted, terminal.screen().width(), GAP.length(), LEAST_WIDTH);
        print(columns.stream().map(column -> Escapes.visible(column.name())).toList(), true);
        print(columns.stream().map(SqlResult.Column::type).toList(), false);
        for (List<String> row : first) {
            print(row, false);
        }
    }

    private String name(int column) {
        return Escapes.visible(columns.get(column).name());
    }

    private boolean hasCutValue() {
        for (List<String> row : first) {
            for (int i = 0; i < widths.length; i++) {
                if (width(row.get(i)) > widths[i]) {
                    return true;
                }
            }
        }
        return false;
    }

    private void print(List<String> cells, boolean heading) throws IOException {
        PaintedText text = new PaintedText(terminal.screen());
        StringBuilder gap = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = extent == Extent.ALL ? cells.get(i) : cut(cells.get(i), widths[i]);
            String padding = " ".repeat(Math.max(0, widths[i] - width(cell)));
            text.plain(gap + (isNumeric[i] ? padding : ""));
            if (heading) {
                text.painted(Paint.HEADING, cell);
            } else {
                text.plain(cell);
            }
            gap.setLength(0);
            gap.append(isNumeric[i] ? "" : padding).append(GAP);
        }
        terminal.print(text.plain("\n"));
    }

    private static String cut(String cell, int width) {
        if (width(cell) <= width) {
            return cell;
        }
        StringBuilder kept = new StringBuilder();
        int room = width - 1;
        for (int at = 0; at < cell.length(); ) {
            int codePoint = cell.codePointAt(at);
            room -= DisplayWidth.of(codePoint);
            if (room < 0) {
                break;
            }
            kept.appendCodePoint(codePoint);
            at += Character.charCount(codePoint);
        }
        return kept.append(CUT).toString();
    }

    private static int width(String text) {
        return text.codePoints().map(DisplayWidth::of).sum();
    }
}
