package dev.riffle.spark.internal.read;

import dev.riffle.example.internal.ExampleLists;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.schema.ExamplesColumn;
import dev.riffle.spark.internal.schema.OtherMessages;
import dev.riffle.spark.internal.schema.ReadableSchema;
import dev.riffle.spark.internal.vector.ExampleVector;
import dev.riffle.spark.internal.vector.Growth;
import dev.riffle.spark.internal.vector.ListVector;
import dev.riffle.spark.internal.vector.StructVector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/**
 * Reads lists of Examples. The features of the context are columns, and the Examples are an array of structs. Parses
 * the contexts of a batch together, then all its Examples together. The number of a row is the number of its record.
 */
final class ExampleListColumns implements RecordColumns {

    private final OtherMessages others;

    /** The columns of the context; null if no such column is read. */
    private final @Nullable FeatureColumns context;

    /** The column with the Examples; null if it is not read. */
    private final @Nullable ExamplesArray examples;

    private final PayloadBatch contexts = new PayloadBatch();

    private final Mismatches contextMismatches = new Mismatches();

    private int size;

    /** The row of each record in {@link #context}; negative for a record whose context does not parse. */
    private int[] contextRows = {};

    private int[] chosenContexts = {};

    private int[] places = {};

    /**
     * Creates columns for these fields.
     *
     * @throws IllegalArgumentException if messages cannot hold one of the fields
     */
    ExampleListColumns(List<StructField> fields, ReadPlan plan) {
        RecordOptions options = plan.options();
        others = new OtherMessages(options.format(), options.recordType());
        Optional<StructField> array = ExamplesColumn.of(new StructType(fields.toArray(StructField[]::new)), options);
        List<StructField> features = new ArrayList<>(fields);
        array.ifPresent(features::remove);
        context = features.isEmpty() ? null : new FeatureColumns(features, plan);
        examples = array.map(field -> new ExamplesArray(field, plan)).orElse(null);
    }

    @Override
    public long read(PayloadBatch payloads, Mismatches mismatches) {
        size = payloads.size();
        contexts.clear();
        if (examples != null) {
            examples.begin(size);
        }
        for (int record = 0; record < size; record++) {
            ExampleLists list = list(payloads.payload(record), record, mismatches);
            contexts.add(list.context().orElse(Bytes.empty()));
            if (examples != null) {
                examples.add(record, list.examples());
            }
        }
        return readContexts(mismatches) + (examples == null ? 0 : examples.read(mismatches));
    }

    /** Returns the parts of a record; no parts if the record is not a list of Examples. */
    private ExampleLists list(ByteBuffer payload, int record, Mismatches mismatches) {
        Optional<String> problem = others.problem(payload);
        if (problem.isPresent()) {
            mismatches.add(record, problem.get());
            return new ExampleLists(List.of(), Optional.empty());
        }
        return ExampleLists.parse(payload);
    }

    private long readContexts(Mismatches mismatches) {
        if (context == null) {
            return 0;
        }
        contextMismatches.begin(size);
        final long decoded = context.read(contexts, contextMismatches);
        for (int record = 0; record < size; record++) {
            String reason = contextMismatches.reason(record);
            if (reason != null) {
                mismatches.add(record, "context: " + reason);
            }
        }
        if (contextRows.length < size) {
            contextRows = new int[Growth.of(size)];
        }
        Arrays.fill(contextRows, 0, size, -1);
        for (int row = 0; row < context.rows(); row++) {
            contextRows[context.recordOf(row)] = row;
        }
        return decoded;
    }

    @Override
    public List<String> withoutFeature() {
        List<String> names = new ArrayList<>();
        if (context != null) {
            names.addAll(context.withoutFeature());
        }
        if (examples != null) {
            names.addAll(examples.columns.withoutFeature());
        }
        return names;
    }

    @Override
    public int rows() {
        return size;
    }

    @Override
    public int recordOf(int row) {
        return row;
    }

    @Override
    public void arrangeAll() {
        if (context != null && context.rows() == size) {
            context.arrangeAll();
        } else if (context != null) {
            context.arrange(contextRows, size);
        }
        if (examples != null) {
            examples.vector.inOrder();
        }
    }

    @Override
    public void arrange(int[] rows, int count) {
        if (context != null) {
            chosenContexts = chosenContexts.length < count ? new int[Growth.of(count)] : chosenContexts;
            for (int i = 0; i < count; i++) {
                chosenContexts[i] = rows[i] < 0 ? -1 : contextRows[rows[i]];
            }
            context.arrange(chosenContexts, count);
        }
        if (examples != null) {
            places = places.length < count ? new int[Growth.of(count)] : places;
            int nulls = 0;
            for (int i = 0; i < count; i++) {
                places[i] = rows[i];
                nulls += rows[i] >>> 31;
            }
            examples.vector.places(places, nulls);
        }
    }

    @Override
    public ColumnVector vector(String name) {
        if (examples != null && examples.name.equals(name)) {
            return examples.vector;
        }
        if (context == null) {
            throw new IllegalArgumentException("column not found: \"" + name + "\"; the read has no context columns");
        }
        return context.vector(name);
    }

    /** Reads all Examples of a batch as structs. The Examples of a record are a range of them. */
    private static final class ExamplesArray {

        private final String name;

        private final FeatureColumns columns;

        /** The array of each record. */
        private final ListVector vector;

        /** The structs in the Examples, whose fields are features. */
        private final List<StructVector> structs = new ArrayList<>();

        private final PayloadBatch payloads = new PayloadBatch();

        private final Mismatches mismatches = new Mismatches();

        private int records;

        /** The beginning of each record's range, and the end of the last one, as a number of an Example. */
        private int[] begins = {0};

        /** The beginning of each record's range, and the end of the last one, as a number of a parsed Example. */
        private int[] splits = {0};

        ExamplesArray(StructField field, ReadPlan plan) {
            name = field.name();
            StructType struct = ExamplesColumn.features(field);
            StructType features = ReadableSchema.flattened(struct, plan.options());
            columns = new FeatureColumns(List.of(features.fields()), plan);
            List<ColumnVector> fields = new ArrayList<>();
            for (StructField feature : struct.fields()) {
                fields.add(vector(feature));
            }
            vector = new ListVector(field.dataType(), new ExampleVector(struct, fields));
        }

        private ColumnVector vector(StructField field) {
            if (!(field.dataType() instanceof StructType struct)) {
                return columns.vector(field.name());
            }
            List<ColumnVector> fields = new ArrayList<>();
            for (StructField inner : struct.fields()) {
                fields.add(vector(ReadableSchema.inStruct(field, inner)));
            }
            StructVector vectorOfStruct = new StructVector(struct, fields);
            structs.add(vectorOfStruct);
            return vectorOfStruct;
        }

        void begin(int count) {
            records = count;
            payloads.clear();
            if (begins.length <= count) {
                begins = new int[Growth.of(count + 1)];
                splits = new int[Growth.of(count + 1)];
            }
        }

        void add(int record, List<Bytes> examples) {
            examples.forEach(payloads::add);
            begins[record + 1] = payloads.size();
        }

        /** Reads the Examples. A record with an Example that does not fit is a mismatch, and its range is undefined. */
        long read(Mismatches ofRecords) {
            mismatches.begin(payloads.size());
            long decoded = columns.read(payloads, mismatches);
            columns.arrangeAll();
            structs.forEach(struct -> struct.rows(columns.rows()));
            int row = 0;
            for (int record = 0; record < records; record++) {
                for (int example = begins[record]; example < begins[record + 1]; example++) {
                    String reason = mismatches.reason(example);
                    if (reason != null) {
                        ofRecords.add(record, "example " + (example - begins[record]) + ": " + reason);
                    }
                }
                while (row < columns.rows() && columns.recordOf(row) < begins[record + 1]) {
                    row++;
                }
                splits[record + 1] = row;
            }
            vector.splits(splits);
            return decoded;
        }
    }
}
