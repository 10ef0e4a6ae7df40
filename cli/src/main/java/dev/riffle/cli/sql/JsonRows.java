package dev.riffle.cli.sql;

import dev.riffle.cli.output.WholeRows;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.internal.JsonWriter;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes each row as a JSON object on a line of its own. */
final class JsonRows implements RowText {

    /** Lists the forms of a file with several objects. */
    enum Form {
        /** Only the objects. */
        LINES,
        /** One array with the objects as its elements. */
        ARRAY
    }

    private final WholeRows out;
    private final Form form;
    private final List<String> names;
    private final StringBuilder line = new StringBuilder();
    private boolean begun;

    /**
     * Creates a writer of rows.
     *
     * @throws UsageException if two columns have one name, because many programs read only one of such members
     */
    JsonRows(WholeRows out, Form form, List<String> names) throws UsageException {
        this.out = out;
        this.form = form;
        this.names = names;
        Set<String> known = new HashSet<>();
        for (String name : names) {
            if (!known.add(name)) {
                throw new UsageException("several columns are named " + name + "; give each a name with AS");
            }
        }
    }

    @Override
    public void row(List<ColumnValues> columns, int row) throws IOException {
        line.setLength(0);
        if (form == Form.ARRAY) {
            line.append(begun ? ",\n" : "[\n");
        }
        begun = true;
        JsonWriter json = new JsonWriter(line);
        json.beginObject();
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).write(json.name(names.get(i)), row);
        }
        json.endObject();
        if (form == Form.LINES) {
            line.append('\n');
        }
        out.append(line);
        out.endRow();
    }

    @Override
    public void end() throws IOException {
        if (form == Form.ARRAY) {
            out.append(begun ? "\n]\n" : "[]\n");
            out.endRow();
        }
    }
}
