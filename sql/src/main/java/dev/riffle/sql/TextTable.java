package dev.riffle.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Writes rows as an aligned table. */
final class TextTable {

    private static final int LEAST_WIDTH = 20;
    private static final int MOST_CELL = 40;
    private static final String GAP = "  ";
    private static final String CUT = "...";

    private final List<List<String>> columns = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();
    private final List<Boolean> rightAligned = new ArrayList<>();

    private TextTable() {}

    static void write(SqlResult result, Appendable out, int mostRows, int mostWidth) throws IOException {
        if (mostRows < 0) {
            throw new IllegalArgumentException("mostRows must not be negative: " + mostRows);
        }
        if (mostWidth < LEAST_WIDTH) {
            throw new IllegalArgumentException("mostWidth must be at least " + LEAST_WIDTH + ": " + mostWidth);
        }
        TextTable table = new TextTable();
        for (SqlResult.Column column : result.columns()) {
            table.columns.add(new ArrayList<>(
                    List.of(CellText.cut(column.name(), MOST_CELL), CellText.cut(column.type(), MOST_CELL))));
            table.rightAligned.add(CellText.isNumber(column.type()));
        }
        long shown = 0;
        boolean more = false;
        ArrowReader rows = result.rows();
        while (!more && rows.loadNextBatch()) {
            VectorSchemaRoot root = rows.getVectorSchemaRoot();
            int taken = (int) Math.min(root.getRowCount(), mostRows - shown);
            table.add(root, taken);
            shown += taken;
            more = taken < root.getRowCount();
        }
        table.layOut(mostWidth).write(result.columns().size(), shown, more, out);
    }

    private void add(VectorSchemaRoot root, int rows) {
        for (int i = 0; i < columns.size(); i++) {
            FieldVector vector = root.getVector(i);
            for (int row = 0; row < rows; row++) {
                columns.get(i).add(CellText.cut(CellText.of(vector, row), MOST_CELL));
            }
        }
    }

    /** Decides the widths of the columns, and removes the last columns if the line has no space for them. */
    private TextTable layOut(int mostWidth) {
        int left = mostWidth;
        for (int i = 0; i < columns.size(); i++) {
            int width = columns.get(i).stream().mapToInt(CellText::width).max().orElse(0);
            int gap = i == 0 ? 0 : GAP.length();
            int reserved = i == columns.size() - 1 ? 0 : GAP.length() + CUT.length();
            if (i > 0 && width + gap + reserved > left) {
                columns.subList(i, columns.size()).clear();
                return this;
            }
            widths.add(Math.min(width, Math.max(CUT.length(), left - reserved)));
            left -= widths.get(i) + gap;
        }
        return this;
    }

    private void write(int allColumns, long rows, boolean more, Appendable out) throws IOException {
        boolean cut = columns.size() < allColumns;
        for (int row = 0; row < rows + 2; row++) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                cells.add(aligned(i, row));
            }
            if (cut) {
                cells.add(CUT);
            }
            out.append(cells.stream().collect(Collectors.joining(GAP)).stripTrailing())
                    .append('\n');
        }
        List<String> notes = new ArrayList<>();
        if (more) {
            notes.add("the first " + rows + " rows; there are more");
        }
        if (cut) {
            notes.add(columns.size() + " of " + allColumns + " columns");
        }
        if (!notes.isEmpty()) {
            out.append('(').append(String.join(", ", notes)).append(")\n");
        }
    }

    private String aligned(int column, int row) {
        int width = widths.get(column);
        String cell = CellText.cut(columns.get(column).get(row), width);
        String spaces = " ".repeat(Math.max(0, width - CellText.width(cell)));
        return rightAligned.get(column) ? spaces + cell : cell + spaces;
    }
}
