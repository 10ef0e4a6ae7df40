package dev.riffle.spark.internal.read;

import dev.riffle.RecordReader;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.spark.internal.filter.RowFilter;
import dev.riffle.spark.internal.metric.ReadCounts;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.ColumnType;
import dev.riffle.spark.internal.schema.ReadableSchema;
import dev.riffle.spark.internal.vector.Growth;
import dev.riffle.spark.internal.vector.MessageVector;
import dev.riffle.spark.internal.vector.StructVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/**
 * Creates rows from records. Records that fit and pass the filters become rows. The mode decides how to handle bad
 * records, which are damaged or mismatched. The filters test a bad record as a row of nulls. Rows keep the order of the
 * file.
 *
 * <p>With filters, this class first reads the columns of the filters, and then the other columns only for the records
 * that pass. If a row of nulls would pass, it reads all columns together, because all columns decide whether a record
 * is bad.
 */
final class BatchRows {

    /** The largest number of records in a batch. */
    static final int MOST = 4096;

    /** The number of bytes of records after which a batch ends. */
    private static final long MOST_BYTES = 16 << 20;

    /** Marks the row of a record that does not fit. */
    private static final int MISMATCH = -1;

    /** Marks a record that is skipped. */
    private static final int OUT = -2;

    private final ReadMode mode;
    private final ReadCounts counts;
    private final PayloadBatch payloads = new PayloadBatch();
    private final @Nullable PayloadColumn payloadColumn;

    /** Divides the records if each Example of a list becomes a row. Then each Example counts as a record. */
    private final @Nullable ExplodedExamples exploded;

    private final SplitReader.Taking taking;

    /** The columns to read of records that pass, or of all records; null if the rows need no values. */
    private final @Nullable RecordColumns columns;

    /**
     * The columns of the filters, read of all records; null without filters. May be the same object as {@link
     * #columns}.
     */
    private final @Nullable RecordColumns tested;

    private final @Nullable RowFilter filter;

    /** Whether bad records become rows: the mode keeps them, and the filters accept a row of nulls. */
    private final boolean keepsBad;

    private final @Nullable MessageVector messages;
    private final String corruptColumn;

    private final Mismatches mismatches = new Mismatches();

    /** The mismatches of the records that pass, by their positions among these records. */
    private final Mismatches keptMismatches = new Mismatches();

    private int[] rowOfRecord = {};
    private int[] kept = {};
    private int[] chosen = {};
    private @Nullable IOException failure;

    /** The names of features in the first batch; null if no names are needed, and after the first batch. */
    private @Nullable NameSample sample;

    BatchRows(ReadPlan plan, ReadCounts counts) {
        RecordOptions options = plan.options();
        this.mode = options.mode();
        this.counts = counts;
        this.corruptColumn = options.corruptColumn();
        SelectedFields selected = SelectedFields.of(plan);
        this.messages = selected.reportsBad() ? new MessageVector() : null;
        this.payloadColumn = options.recordType() == RecordType.BYTES ? new PayloadColumn() : null;
        this.exploded = options.explodesExamples() ? new ExplodedExamples(plan, selected.names(), payloads) : null;
        this.keepsBad = mode == ReadMode.PERMISSIVE && selected.acceptsNulls();
        if (plan.filters().isEmpty()) {
            this.columns = selected.checksOnly() && selected.ofRows().isEmpty() && payloadColumn == null
                    ? new NoColumns(options)
                    : columns(selected.ofRows(), plan);
            this.tested = null;
            this.filter = null;
        } else {
            RecordColumns tests = columns(selected.ofFilters(), plan);
            this.tested = tests;
            this.columns = selected.filtersReadAll() ? tests : columns(selected.ofRows(), plan);
            this.filter = RowFilter.of(plan.filters(), plan.dataSchema(), name -> vectorOf(tests, name));
        }
        this.taking = taking();
    }

    private @Nullable RecordColumns columns(List<StructField> fields, ReadPlan plan) {
        if (fields.isEmpty()) {
            return null;
        }
        return switch (plan.options().recordType()) {
            case EXAMPLE, SEQUENCE_EXAMPLE -> new FeatureColumns(fields, plan);
            case EXAMPLE_LIST_WITH_CONTEXT ->
                plan.options().explodesExamples()
                        ? new FeatureColumns(fields, plan)
                        : new ExampleListColumns(fields, plan);
            case BYTES -> {
                fields.forEach(field -> ColumnType.of(field, plan.options()));
                yield payloadColumn;
            }
        };
    }

    private static ColumnVector vectorOf(@Nullable RecordColumns columns, String name) {
        if (columns == null) {
            throw new IllegalArgumentException("column not found: \"" + name + "\"; the read has no columns");
        }
        return columns.vector(name);
    }

    private SplitReader.Taking taking() {
        if (exploded != null) {
            return exploded;
        }
        if (columns == null && tested == null) {
            return reader -> 0;
        }
        PayloadColumn column = payloadColumn;
        return column == null ? this::takeMessage : reader -> column.add(reader.payloadBytes());
    }

    private long takeMessage(RecordReader reader) throws IOException {
        payloads.add(reader.payload());
        return payloads.byteSize();
    }

    /** Returns the vector of a selected column. */
    ColumnVector vector(StructField field) {
        if (messages != null && field.name().equals(corruptColumn)) {
            return messages;
        }
        return field.dataType() instanceof StructType struct
                ? structVector(field, struct)
                : vectorOf(columns, field.name());
    }

    private StructVector structVector(StructField field, StructType struct) {
        List<ColumnVector> fields = new ArrayList<>();
        for (StructField inner : struct.fields()) {
            fields.add(vector(ReadableSchema.inStruct(field, inner)));
        }
        return new StructVector(struct, fields);
    }

    /** Reports the columns without a feature in the first batch to a sample, if the read has columns of features. */
    void sample(NameSample names) {
        sample = areFeatures(columns) || areFeatures(tested) ? names : null;
    }

    private static boolean areFeatures(@Nullable RecordColumns columns) {
        return columns instanceof FeatureColumns || columns instanceof ExampleListColumns;
    }

    /** Returns the error that ends the rows, or null without an error. The rows before the error are valid. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Reads the next records and creates rows from them. Returns the number of rows, which may be 0 before the end. */
    int next(SplitReader records, int most) throws IOException {
        if (failure != null) {
            return 0;
        }
        payloads.clear();
        if (payloadColumn != null) {
            payloadColumn.clear();
        }
        if (exploded != null) {
            exploded.clear();
        }
        records.fill(most, MOST_BYTES, taking);
        failure = records.failure();
        mismatches.begin(records.size());
        if (exploded != null) {
            exploded.addProblems(mismatches);
        }
        NameSample names = sample;
        sample = null;
        if (names != null) {
            names.add(payloads);
        }
        try {
            int rows = filter == null ? allRows(records) : passingRows(records, filter);
            if (names != null) {
                names.report(withoutFeature(), records.name());
            }
            return rows;
        } catch (ExampleParseException e) {
            // The batch is too large. This is not a mismatch, because no single record causes the error.
            throw new IOException(records.name() + ": " + e.getMessage(), e);
        }
    }

    private Set<String> withoutFeature() {
        Set<String> names = new LinkedHashSet<>();
        if (tested != null) {
            names.addAll(tested.withoutFeature());
        }
        if (columns != null) {
            names.addAll(columns.withoutFeature());
        }
        return names;
    }

    // ---------------------------------------------------------------- without filters

    private int allRows(SplitReader records) {
        RecordColumns read = columns;
        if (read == null) {
            return rowsWithoutValues(records);
        }
        counts.decodedFeatures += read.read(payloads, mismatches);
        if (mismatches.isEmpty() && records.damages() == 0) {
            read.arrangeAll();
            return allGood(read.rows());
        }
        beginRecords(records.size());
        for (int row = 0; row < read.rows(); row++) {
            rowOfRecord[read.recordOf(row)] = row;
        }
        return merged(records, read);
    }

    private int rowsWithoutValues(SplitReader records) {
        if (messages != null || !mismatches.isEmpty()) {
            beginRecords(records.size());
            return merged(records, null);
        }
        return allGood(records.size() + (keepsBad ? records.damages() : 0));
    }

    private int allGood(int rows) {
        if (messages != null) {
            messages.begin(rows);
        }
        return rows;
    }

    // ---------------------------------------------------------------- with filters

    private int passingRows(SplitReader records, RowFilter filter) {
        RecordColumns tests = tested;
        int all = records.size();
        if (tests != null) {
            counts.decodedFeatures += tests.read(payloads, mismatches);
            tests.arrangeAll();
            all = tests.rows();
        }
        beginRecords(records.size());
        if (kept.length < all) {
            kept = new int[Growth.of(all)];
        }
        boolean same = columns == tests;
        int passing = 0;
        for (int row = 0; row < all; row++) {
            int record = tests == null ? row : tests.recordOf(row);
            if (mismatches.reason(record) != null) {
                continue;
            }
            boolean passes = filter.passes(row);
            rowOfRecord[record] = passes ? same ? row : passing : OUT;
            if (passes) {
                kept[passing++] = record;
            }
        }
        if (!same && columns != null) {
            readKept(columns, passing);
        }
        return merged(records, columns);
    }

    /** Reads the columns of the records that pass. */
    private void readKept(RecordColumns read, int passing) {
        payloads.keep(kept, passing);
        keptMismatches.begin(passing);
        counts.decodedFeatures += read.read(payloads, keptMismatches);
        for (int i = 0; i < passing; i++) {
            rowOfRecord[kept[i]] = MISMATCH;
            String reason = keptMismatches.reason(i);
            if (reason != null) {
                mismatches.add(kept[i], reason);
            }
        }
        for (int row = 0; row < read.rows(); row++) {
            rowOfRecord[kept[read.recordOf(row)]] = row;
        }
    }

    // ---------------------------------------------------------------- good and bad rows, in order

    private void beginRecords(int size) {
        if (rowOfRecord.length < size) {
            rowOfRecord = new int[Growth.of(size)];
        }
        Arrays.fill(rowOfRecord, 0, size, MISMATCH);
    }

    private int merged(SplitReader records, @Nullable RecordColumns shown) {
        int most = records.size() + records.damages();
        if (chosen.length < most) {
            chosen = new int[Growth.of(most)];
        }
        if (messages != null) {
            messages.begin(most);
        }
        int rows = 0;
        int damage = 0;
        for (int record = 0; record <= records.size(); record++) {
            while (damage < records.damages() && records.recordAfterDamage(damage) == record) {
                rows += bad(rows, records.damage(damage++));
            }
            if (record == records.size()) {
                break;
            }
            String reason = mismatches.reason(record);
            if (reason == null) {
                if (rowOfRecord[record] != OUT) {
                    chosen[rows++] = rowOfRecord[record];
                }
                continue;
            }
            String message = records.located(record, exploded == null ? reason : exploded.located(record, reason));
            if (mode == ReadMode.FAILFAST) {
                failure = new IOException(message);
                break;
            }
            counts.skipped++;
            rows += bad(rows, message);
        }
        if (shown != null) {
            shown.arrange(chosen, rows);
        }
        return rows;
    }

    /** Adds a bad record as a row if the mode keeps it. Returns the number of rows added. */
    private int bad(int row, String message) {
        if (!keepsBad) {
            return 0;
        }
        chosen[row] = MISMATCH;
        if (messages != null) {
            messages.put(row, message);
        }
        return 1;
    }
}
