package dev.riffle.formats;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Collects the cells of a row, and which of them are in quotes: that tells an empty text from no value. */
final class CsvRowHandler extends AbstractBaseCsvCallbackHandler<CsvRow> {

    private long line;
    private long bareQuotes;
    private List<String> cells = new ArrayList<>();
    private BitSet quoted = new BitSet();

    @Override
    protected void handleBegin(long startingLineNumber) {
        line = startingLineNumber;
        cells = new ArrayList<>();
        quoted = new BitSet();
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int length, boolean inQuotes) {
        cells.add(new String(buffer, offset, length));
        quoted.set(index, inQuotes);
        if (!inQuotes) {
            bareQuotes += QuoteCounter.in(buffer, offset, length);
        }
    }

    /** The line on which the row that is being read begins, from 1. */
    long line() {
        return line;
    }

    /** The number of cells that were read of the row so far. */
    int count() {
        return cells.size();
    }

    /** How many quotes stand in cells that are not in quotes, where they are a character like any other. */
    long bareQuotes() {
        return bareQuotes;
    }

    @Override
    protected void handleEmpty() {
        cells.add("");
    }

    @Override
    protected CsvRow buildRecord() {
        return new CsvRow(line, cells, quoted);
    }
}
