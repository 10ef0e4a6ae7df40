package dev.riffle.sql;

import dev.riffle.arrow.ArrowBatches;
import dev.riffle.arrow.RecordMismatchException;
import dev.riffle.arrow.RecordSchemas;
import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.example.FeatureWarning;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.shard.RecordInput;
import dev.riffle.sql.internal.ColumnNames;
import dev.riffle.sql.internal.FoldedName;
import dev.riffle.sql.internal.RefusedStatementException;
import dev.riffle.sql.internal.TableUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The records of one name in a statement, with the columns that the statement needs.
 *
 * @param name the name
 * @param input the records
 * @param specs the specs of the user, for the columns of the statement; empty if the sample decides
 * @param all all columns of the records
 * @param schema the columns
 * @param sampled whether further records can have columns that the statement names
 * @param stored whether the statement reads the table several times, so that DuckDB must store the rows
 * @param warnings the listener for warnings about the specs of the user
 * @param lacking the listener for features that rows lack, if the statement needs all columns
 */
record RecordTable(
        String name,
        RecordInput input,
        Optional<FeatureSpecs> specs,
        Schema all,
        Schema schema,
        boolean sampled,
        boolean stored,
        Consumer<? super FeatureWarning> warnings,
        Optional<Consumer<RecordMismatchException>> lacking) {

    /**
     * Returns a table with the columns that a statement needs.
     *
     * @param uses the occurrences of the name in the statement
     * @param columns the names of columns in the statement
     */
    static RecordTable of(String name, RecordInput input, RecordSource source, List<TableUse> uses, ColumnNames columns)
            throws IOException {
        boolean all = uses.stream().anyMatch(TableUse::needsWholeRows);
        // The column of the Examples of a list has a field for each of their features.
        boolean wholeRows = all || columns.contains(RecordMetadata.EXAMPLES_COLUMN);
        Schema whole = schema(name, input, source, all, wholeRows, columns);
        List<Field> needed = new ArrayList<>();
        Map<String, Field> byName = new HashMap<>();
        for (Field field : whole.getFields()) {
            if (all || columns.contains(field.getName())) {
                Field equal = byName.put(FoldedName.of(field.getName()), field);
                if (equal != null) {
                    throw RefusedStatementException.of(
                            name + ": columns \"" + equal.getName() + "\" and \"" + field.getName()
                                    + "\" differ only in case, which SQL ignores; name one of them in the feature specs");
                }
                needed.add(field);
            }
        }
        boolean features = !needed.isEmpty();
        for (Field place : RecordSchemas.placeFields()) {
            boolean isFeature = whole.getFields().stream()
                    .anyMatch(field -> FoldedName.of(field.getName()).equals(place.getName()));
            if (!isFeature && columns.contains(place.getName())) {
                needed.add(place);
            }
        }
        if (needed.isEmpty()) {
            needed.add(RecordSchemas.placeFields().stream()
                    .filter(field ->
                            RecordMetadata.RECORD.equals(field.getMetadata().get(RecordMetadata.PLACE)))
                    .findFirst()
                    .orElseThrow());
        }
        boolean onlyFeatures = features && needed.stream().noneMatch(RecordMetadata::isPlace);
        boolean stored = uses.size() > 1 || uses.stream().anyMatch(TableUse::isRepeated);
        return new RecordTable(
                name,
                input,
                source.specs().filter(specs -> onlyFeatures).map(specs -> parts(specs, needed)),
                whole,
                new Schema(needed, whole.getCustomMetadata()),
                source.hasMoreColumns(wholeRows),
                stored,
                source.specs().isPresent() ? source.warnings() : warning -> {},
                all ? source.lacking() : Optional.empty());
    }

    /**
     * Returns the schema of all columns. If the statement names no column, or only places in records without features,
     * returns an empty schema.
     */
    private static Schema schema(
            String name, RecordInput input, RecordSource source, boolean all, boolean wholeRows, ColumnNames columns)
            throws IOException {
        if (!all && columns.isEmpty()) {
            return new Schema(List.of());
        }
        try {
            return source.schema(name, input, wholeRows);
        } catch (SqlException e) {
            if (all || columns.hasFeatures()) {
                throw e;
            }
            return new Schema(List.of());
        }
    }

    private static FeatureSpecs parts(FeatureSpecs specs, List<Field> fields) {
        Map<String, FeatureSpec> parts = new LinkedHashMap<>();
        for (Field field : fields) {
            FeatureSpec spec = specs.get(field.getName());
            if (spec != null) {
                parts.put(field.getName(), spec);
            }
        }
        return FeatureSpecs.of(parts);
    }

    /** Returns the columns of this table that {@code *} leaves out. */
    List<String> places() {
        return schema.getFields().stream()
                .filter(RecordMetadata::isPlace)
                .map(Field::getName)
                .toList();
    }

    /** Returns this table without reports of damage and progress, to read the same records again. */
    RecordTable silent() {
        return new RecordTable(
                name,
                input.reading(input.options().withoutDamageListener()).progress(progress -> {}),
                specs,
                all,
                schema,
                sampled,
                stored,
                warning -> {},
                Optional.empty());
    }

    /** Returns this table with rows that DuckDB stores. */
    RecordTable asStored() {
        return new RecordTable(name, input, specs, all, schema, sampled, true, warnings, lacking);
    }

    /** Returns this table with all columns. The caller does not read the rows. */
    RecordTable whole() {
        Map<String, Field> fields = new LinkedHashMap<>();
        all.getFields().forEach(field -> fields.put(FoldedName.of(field.getName()), field));
        schema.getFields().forEach(field -> fields.putIfAbsent(FoldedName.of(field.getName()), field));
        Schema wider = new Schema(fields.values(), all.getCustomMetadata());
        return new RecordTable(name, input, Optional.empty(), all, wider, sampled, false, warnings, Optional.empty());
    }

    /** Makes this table a table of the session. */
    void install(DuckSession session, String streamName, int threads) throws IOException {
        String registered = stored ? streamName : name;
        session.register(registered, reader(session.allocator(), threads), this::inWords);
        if (stored) {
            session.execute("CREATE TEMP TABLE " + DuckSession.identifier(name) + " AS FROM "
                    + DuckSession.identifier(streamName));
        }
    }

    /** Returns an exception with the remedies of a query. */
    private RuntimeException inWords(RuntimeException failure) {
        if (failure instanceof RecordMismatchException mismatch
                && mismatch.column().isPresent()
                && specs.isEmpty()) {
            return new SqlException(SqlException.Reason.VALUES, withRemedy(mismatch), mismatch);
        }
        return failure;
    }

    /** Returns the message of an exception with the remedies of a query. */
    static String withRemedy(RecordMismatchException mismatch) {
        String message = String.valueOf(mismatch.getMessage());
        int remedy = message.lastIndexOf("; ");
        return (remedy < 0 ? message : message.substring(0, remedy))
                + "; use a larger sample (--sample all, RecordSql.sample), or set the columns"
                + " (--features, RecordSql.features)";
    }

    private ArrowReader reader(BufferAllocator allocator, int threads) {
        ArrowBatches batches = specs.isPresent() ? ArrowBatches.of(input, specs.get()) : ArrowBatches.of(input, schema);
        batches = batches.warnings(warnings);
        batches = lacking.map(batches::otherFeatures).orElse(batches);
        return batches.threads(threads).reader(allocator);
    }
}
