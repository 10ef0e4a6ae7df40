package dev.riffle.formats;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Collects the cells of a row and the numbers of the cells that are in quotes. Quotes distinguish an empty text from a
 * missing value.
 */
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

    /** Returns the line on which the current row begins, from 1. */
    long line() {
        return line;
    }

    /** Returns the number of cells read from the current row. */
    int count() {
        return cells.size();
    }

    /** Returns the number of quotes in cells without enclosing quotes. Such quotes are ordinary characters. */
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
