package dev.riffle.spark.internal.write;

import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.ColumnType;
import dev.riffle.spark.internal.schema.ExamplesColumn;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Describes a column to write.
 *
 * @param name the name of the column, prefixed by the names of the structs around it
 * @param nameBytes the name in UTF-8
 * @param structs the structs around the column, outermost first: the position of each struct in the previous one, then
 *     the position of the column
 * @param widths the number of fields of each of these structs
 * @param type the form of the values
 */
record WrittenColumn(String name, byte[] nameBytes, int[] structs, int[] widths, ColumnType type) {

    /** States whether names that differ only in case are equal. */
    enum Names {
        /** Ignores case, as Spark does by default. */
        IGNORING_CASE,
        EXACT
    }

    /**
     * Returns the columns of a schema in the order of their names' bytes, which is the order of features in a record.
     * With {@link RecordOptions#flattensStructs()}, the fields of a struct are columns. In a list of Examples, returns
     * only the features of the context.
     *
     * @throws IllegalArgumentException if records cannot hold a column, or two columns have the same name
     */
    static List<WrittenColumn> of(StructType schema, RecordOptions options, Names names) {
        if (options.recordType() != RecordType.EXAMPLE_LIST_WITH_CONTEXT) {
            return of(schema, null, options, names);
        }
        StructField examples = examples(schema, options);
        ofExamples(examples, options, names);
        return of(schema, examples, options, names);
    }

    /** Returns the features of the Examples in a column, like {@link #of}. The structs of the column are the rows. */
    static List<WrittenColumn> ofExamples(StructField examples, RecordOptions options, Names names) {
        return of(ExamplesColumn.features(examples), null, options, names);
    }

    /**
     * Returns the column with the Examples.
     *
     * @throws IllegalArgumentException if there is no such column, or several
     */
    static StructField examples(StructType schema, RecordOptions options) {
        if (options.explodesExamples()) {
            throw new IllegalArgumentException("option explodeExamples: expected false for writing, found true;"
                    + " to write one record for each list, group the rows and select collect_list(struct(...))");
        }
        return ExamplesColumn.of(schema, options)
                .orElseThrow(() -> new IllegalArgumentException(
                        "expected a column with an array of structs, for the examples of an ExampleListWithContext, found "
                                + Arrays.toString(schema.fieldNames())
                                + "; group the rows of each list and select collect_list(struct(...))"));
    }

    private static List<WrittenColumn> of(
            StructType schema, @Nullable StructField omitted, RecordOptions options, Names names) {
        List<WrittenColumn> columns = new ArrayList<>();
        add(columns, "", schema, omitted, new int[0], new int[0], options);
        rejectEqualNames(columns, names);
        if (options.recordType() == RecordType.BYTES && columns.size() != 1) {
            throw new IllegalArgumentException("expected one binary column named \"" + options.payloadColumn()
                    + "\" for records of type bytes, found " + columns.size() + ": "
                    + Arrays.toString(schema.fieldNames()));
        }
        columns.sort((a, b) -> Arrays.compareUnsigned(a.nameBytes, b.nameBytes));
        return List.copyOf(columns);
    }

    private static void add(
            List<WrittenColumn> columns,
            String prefix,
            StructType struct,
            @Nullable StructField omitted,
            int[] structs,
            int[] widths,
            RecordOptions options) {
        StructField[] fields = struct.fields();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].equals(omitted)) {
                continue;
            }
            String name = prefix + fields[i].name();
            int[] place = Arrays.copyOf(structs, structs.length + 1);
            place[structs.length] = i;
            if (fields[i].dataType() instanceof StructType inner && options.flattensStructs()) {
                int[] inWidths = Arrays.copyOf(widths, widths.length + 1);
                inWidths[widths.length] = inner.length();
                add(columns, name + ".", inner, null, place, inWidths, options);
            } else {
                ColumnType type =
                        ColumnType.of(fields[i].copy(name, fields[i].dataType(), true, fields[i].metadata()), options);
                columns.add(new WrittenColumn(name, utf8(name), place, widths, type));
            }
        }
    }

    private static byte[] utf8(String name) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            byte[] utf8 = new byte[bytes.remaining()];
            bytes.get(utf8);
            return utf8;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "column \"" + name
                            + "\": the name has half of a surrogate pair, which is not text; rename the column",
                    e);
        }
    }

    private static void rejectEqualNames(List<WrittenColumn> columns, Names names) {
        Map<String, WrittenColumn> seen = new HashMap<>();
        for (WrittenColumn column : columns) {
            String key = names == Names.EXACT ? column.name : column.name.toLowerCase(Locale.ROOT);
            WrittenColumn before = seen.put(key, column);
            if (before != null) {
                throw new IllegalArgumentException("two columns are named "
                        + (before.name.equals(column.name)
                                ? "\"" + column.name + "\""
                                : "\"" + before.name + "\" and \"" + column.name + "\"")
                        + (column.isField() || before.isField()
                                ? " because the fields of structs are columns; rename one"
                                : "; rename one"));
            }
        }
    }

    private boolean isField() {
        return structs.length > 1;
    }
}
