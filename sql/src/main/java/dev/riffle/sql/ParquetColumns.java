package dev.riffle.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The columns of a Parquet file for the fields of a schema. A column has the name of its field. DuckDB cannot write
 * some names: an empty name, a name with the character NUL, and a second name that differs only in the case of ASCII
 * letters. A column then has a replacement name, which no other column has. The names depend only on the fields, so
 * that a reader of the schema computes the same names.
 */
final class ParquetColumns {

    /** The column of a file for a schema without fields, because a Parquet file needs a column. */
    static final String NO_COLUMN = "_record";

    private final Schema schema;
    private final List<String> names;

    private ParquetColumns(Schema schema, List<String> names) {
        this.schema = schema;
        this.names = names;
    }

    /**
     * Returns the columns.
     *
     * @throws IllegalArgumentException if DuckDB cannot write a name inside a column
     */
    static ParquetColumns of(Schema schema) {
        List<Field> fields = schema.getFields();
        Set<String> taken = new HashSet<>();
        for (Field field : fields) {
            checkInside(field, field.getName());
            if (isPlain(field.getName())) {
                taken.add(folded(field.getName()));
            }
        }
        Set<String> used = new HashSet<>();
        List<String> names = new ArrayList<>();
        for (Field field : fields) {
            String name = field.getName();
            if (!isPlain(name) || !used.add(folded(name))) {
                name = replacement(name, taken);
            }
            names.add(name);
        }
        return new ParquetColumns(schema, fields.isEmpty() ? List.of(NO_COLUMN) : List.copyOf(names));
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty() && name.indexOf('\0') < 0;
    }

    private static String replacement(String name, Set<String> taken) {
        String start = name.isEmpty() ? "" : name.replace('\0', '_');
        int number = 1;
        while (!taken.add(folded(start + "_" + number))) {
            number++;
        }
        return start + "_" + number;
    }

    /** Returns a name with the case of ASCII letters removed, as DuckDB compares names. */
    private static String folded(String name) {
        StringBuilder folded = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            folded.append(c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c);
        }
        return folded.toString();
    }

    /** Rejects names of fields inside a column, which have no replacement. */
    private static void checkInside(Field field, String column) {
        boolean named = field.getType() instanceof ArrowType.Struct;
        Set<String> used = new HashSet<>();
        for (Field child : field.getChildren()) {
            if (named && !isPlain(child.getName())) {
                throw new IllegalArgumentException("column " + column
                        + ": a field inside of it has an empty name or a name with the character NUL, which DuckDB"
                        + " cannot write to Parquet; leave this feature out with a schema of the other columns");
            }
            if (named && !used.add(folded(child.getName()))) {
                throw new IllegalArgumentException("column " + column + ": the names of two fields inside of it differ"
                        + " only in upper and lower case, which DuckDB cannot write to Parquet: " + child.getName()
                        + "; leave one of them out with a schema of the other columns");
            }
            checkInside(child, column);
        }
    }

    /** Returns the names of the columns in the file. */
    List<String> names() {
        return names;
    }

    /**
     * Returns the statement that selects the columns of a table by their positions, under their names in the file.
     *
     * @param table the table in SQL
     */
    String select(String table) {
        List<String> selected = new ArrayList<>();
        List<String> positions = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String position = "c" + i;
            Optional<String> type = schema.getFields().isEmpty()
                    ? Optional.empty()
                    : ParquetTypes.LISTS.cast(schema.getFields().get(i));
            positions.add(position);
            selected.add(type.map(cast -> "CAST(" + position + " AS " + cast + ")")
                            .orElse(position) + " AS " + DuckSession.identifier(names.get(i)));
        }
        return "SELECT " + String.join(", ", selected) + " FROM " + table + " AS t(" + String.join(", ", positions)
                + ")";
    }
}
