package dev.riffle.spark.internal.read;

import dev.riffle.example.Dialect;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.ColumnType;
import dev.riffle.spark.internal.schema.OtherMessages;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Reads the columns of selected features. Does not decode other features. */
final class FeatureColumns implements RecordColumns {

    /** The parser's text for a record with two features whose names differ only in case. */
    private static final String ONE_SPELLING = "one spelling of the name";

    private final Map<String, FeatureColumn> columns = new LinkedHashMap<>();

    private final List<FeatureColumn> features = new ArrayList<>();

    private final List<FeatureColumn> featureLists = new ArrayList<>();

    private final Parsing parsing;

    private final OtherMessages others;

    private final List<ExampleParseException> rejected = new ArrayList<>();

    /** The parsed features of the current batch. The feature lists have the same rows. */
    private @Nullable ParsedFeatures parsed;

    /** Parses a batch. Returns the features, and the feature lists if the schema has any. */
    private interface Parsing {
        void parse(PayloadBatch payloads);

        ParsedFeatures features();

        ParsedFeatures featureLists();
    }

    /**
     * Creates columns for these fields.
     *
     * @throws IllegalArgumentException if messages cannot hold one of the fields
     */
    FeatureColumns(Collection<StructField> fields, ReadPlan plan) {
        RecordOptions options = plan.options();
        for (StructField field : fields) {
            FeatureColumn column = new FeatureColumn(field, ColumnType.of(field, options));
            columns.put(field.name(), column);
            (column.isFeatureList() ? featureLists : features).add(column);
        }
        others = new OtherMessages(options.format(), options.recordType().ofFeatures());
        parsing = options.recordType() == RecordType.SEQUENCE_EXAMPLE
                ? new SequenceExamples(specs(features, options), specs(featureLists, options), plan)
                : new Examples(specs(features, options), plan);
    }

    private static FeatureSpecs specs(List<FeatureColumn> columns, RecordOptions options) {
        FeatureSpecs.Builder specs = FeatureSpecs.builder();
        columns.forEach(column -> specs.put(column.name(), column.spec(options)));
        return specs.build();
    }

    @Override
    public long read(PayloadBatch payloads, Mismatches mismatches) {
        rejected.clear();
        parsing.parse(payloads);
        for (ExampleParseException rejection : rejected) {
            mismatches.add(rejection.batchIndex(), reason(rejection, payloads));
        }
        parsed = parsing.features();
        long decoded = 0;
        for (FeatureColumn column : features) {
            decoded += column.load(parsed, mismatches);
        }
        for (FeatureColumn column : featureLists) {
            decoded += column.load(parsing.featureLists(), mismatches);
        }
        checkMessages(payloads, mismatches);
        return decoded;
    }

    /**
     * Checks that payloads are messages of the record type. A payload with a value in a column is certainly such a
     * message, so the method checks only the other payloads.
     */
    private void checkMessages(PayloadBatch payloads, Mismatches mismatches) {
        for (int row = 0; row < rows(); row++) {
            if (!hasValues(row)) {
                int record = recordOf(row);
                others.problem(payloads.payload(record)).ifPresent(problem -> mismatches.add(record, problem));
            }
        }
    }

    private boolean hasValues(int row) {
        return hasValues(features, row) || hasValues(featureLists, row);
    }

    private static boolean hasValues(List<FeatureColumn> columns, int row) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).hasValues(row)) {
                return true;
            }
        }
        return false;
    }

    private String reason(ExampleParseException rejection, PayloadBatch payloads) {
        String column = rejection.key().map(key -> "column \"" + key + "\": ").orElse("");
        String reason = column + "expected " + rejection.expected() + ", found " + rejection.found();
        if (rejection.expected().equals(ONE_SPELLING)) {
            return reason + "; set spark.sql.caseSensitive to true";
        }
        return rejection.getCause() instanceof MalformedMessageException
                ? reason + "; " + others.description(payloads.payload(rejection.batchIndex()))
                : reason;
    }

    private ParsedFeatures parsed() {
        if (parsed == null) {
            throw new IllegalStateException("no batch was parsed");
        }
        return parsed;
    }

    @Override
    public List<String> withoutFeature() {
        return columns.values().stream()
                .filter(column -> !column.hasFeature())
                .map(FeatureColumn::name)
                .toList();
    }

    @Override
    public int rows() {
        return parsed().size();
    }

    @Override
    public int recordOf(int row) {
        return parsed().payloadIndexAt(row);
    }

    @Override
    public void arrangeAll() {
        columns.values().forEach(FeatureColumn::arrangeAll);
    }

    @Override
    public void arrange(int[] rows, int count) {
        columns.values().forEach(column -> column.arrange(rows, count));
    }

    @Override
    public ColumnVector vector(String name) {
        FeatureColumn column = columns.get(name);
        if (column == null) {
            throw new IllegalArgumentException(
                    "column not found: \"" + name + "\"; the columns are " + columns.keySet());
        }
        return column.vector();
    }

    // Both parsers drop warnings of unknown names: UnmatchedColumns reports these names once for a query.

    private final class Examples implements Parsing {

        private final ExampleParser parser;

        private final ParsedFeatures batch;

        Examples(FeatureSpecs specs, ReadPlan plan) {
            RecordOptions options = plan.options();
            Dialect dialect = ExampleContent.dialect(options.format());
            ExampleParser exact =
                    options.widens() ? ExampleParser.widening(specs, dialect) : ExampleParser.compile(specs, dialect);
            parser = (plan.caseSensitive() ? exact : exact.ignoringCase())
                    .skipping(rejected::add)
                    .warnings(warning -> {});
            batch = parser.newBatch();
        }

        @Override
        public void parse(PayloadBatch payloads) {
            parser.parse(payloads, batch);
        }

        @Override
        public ParsedFeatures features() {
            return batch;
        }

        @Override
        public ParsedFeatures featureLists() {
            return batch;
        }
    }

    private final class SequenceExamples implements Parsing {

        private final SequenceExampleParser parser;

        private final dev.riffle.parse.ParsedSequenceFeatures batch;

        SequenceExamples(FeatureSpecs context, FeatureSpecs lists, ReadPlan plan) {
            SequenceFeatureSpecs specs = new SequenceFeatureSpecs(context, lists);
            SequenceExampleParser exact = plan.options().widens()
                    ? SequenceExampleParser.widening(specs)
                    : SequenceExampleParser.compile(specs);
            parser = (plan.caseSensitive() ? exact : exact.ignoringCase())
                    .skipping(rejected::add)
                    .warnings(warning -> {});
            batch = parser.newBatch();
        }

        @Override
        public void parse(PayloadBatch payloads) {
            parser.parse(payloads, batch);
        }

        @Override
        public ParsedFeatures features() {
            return batch.context();
        }

        @Override
        public ParsedFeatures featureLists() {
            return batch.featureLists();
        }
    }
}
