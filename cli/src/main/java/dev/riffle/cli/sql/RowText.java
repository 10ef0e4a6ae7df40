package dev.riffle.cli.sql;

import java.io.IOException;
import java.util.List;

/** Writes the rows of a result as text. */
interface RowText {

    /** Writes one row. */
    void row(List<ColumnValues> columns, int row) throws IOException;

    /** Writes the rest of the text. Does not close the output. */
    void end() throws IOException;
}
