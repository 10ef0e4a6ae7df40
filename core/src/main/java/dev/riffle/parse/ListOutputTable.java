package dev.riffle.parse;

import dev.riffle.internal.Block;
import dev.riffle.parse.FeatureSpec.FixedLen;
import dev.riffle.parse.FeatureSpec.FixedLenSequence;
import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.FeatureSpec.VarLen;
import dev.riffle.parse.internal.LengthsOutput;
import dev.riffle.parse.internal.ListColumn;
import dev.riffle.parse.internal.ListColumns;
import dev.riffle.parse.internal.ListVarLenOutput;
import dev.riffle.parse.internal.MissingRows;
import dev.riffle.parse.internal.PaddedOutput;
import dev.riffle.parse.internal.TensorOutput;
import dev.riffle.tensor.Values;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The outputs for feature lists. Each output creates the tensor of one spec from the columns. */
final class ListOutputTable {

    private final Map<String, TensorOutput> outputs = new LinkedHashMap<>();

    /** The list column with the values of each feature. */
    private final Map<String, ListColumn> sources = new LinkedHashMap<>();

    private final Map<String, LengthsOutput> lengths = new LinkedHashMap<>();

    ListOutputTable(FeatureSpecs specs, ListColumns columns, Block empty) {
        specs.asMap().forEach((key, spec) -> {
            outputs.put(key, spec.accept(new Outputs(key, columns, empty)));
            sources.put(key, columns.get(SpecRoles.valueKey(key, spec)));
        });
    }

    /** Creates the output for the tensor of a spec. For a FixedLenSequence, also creates the output for its lengths. */
    private final class Outputs implements FeatureSpec.Visitor<TensorOutput> {

        private final String key;
        private final ListColumns columns;
        private final Block empty;

        Outputs(String key, ListColumns columns, Block empty) {
            this.key = key;
            this.columns = columns;
            this.empty = empty;
        }

        @Override
        public TensorOutput visitFixedLen(FixedLen spec) {
            throw SpecPlacement.notInLists(spec);
        }

        @Override
        public TensorOutput visitFixedLenSequence(FixedLenSequence spec) {
            ListColumn column = columns.get(key);
            lengths.put(key, new LengthsOutput(column, empty));
            int stride = Math.toIntExact(spec.shape().elements());
            return new PaddedOutput(stepsOf(column, stride), spec.shape(), Optional.empty(), empty);
        }

        @Override
        public TensorOutput visitVarLen(VarLen spec) {
            return new ListVarLenOutput(columns.get(key), empty);
        }

        @Override
        public TensorOutput visitSparse(Sparse spec) {
            throw SpecPlacement.notInLists(spec);
        }

        @Override
        public TensorOutput visitRagged(Ragged spec) {
            return new ListRaggedOutput(key, spec, columns);
        }
    }

    private static PaddedOutput.RowSource stepsOf(ListColumn column, int stride) {
        return new PaddedOutput.RowSource() {
            @Override
            public Values values() {
                return column.steps.values();
            }

            @Override
            public int begin(int row) {
                return column.begin(row) * stride;
            }
        };
    }

    void ofBatch(int rows, ParsedSequenceFeatures target) {
        target.featureLists().begin(rows);
        outputs.forEach((key, output) ->
                target.featureLists().put(key, OutputTable.checked(key, () -> output.ofBatch(rows)), missing(key)));
        lengths.forEach((key, output) -> target.putLengths(key, output.ofBatch(rows)));
    }

    void ofSingle(ParsedSequenceFeatures target) {
        target.featureLists().begin(1);
        outputs.forEach((key, output) ->
                target.featureLists().put(key, OutputTable.checked(key, output::ofSingle), missing(key)));
    }

    private MissingRows missing(String key) {
        return Objects.requireNonNull(sources.get(key)).missingRows();
    }

    void release() {
        outputs.values().forEach(TensorOutput::release);
        lengths.values().forEach(LengthsOutput::release);
    }
}
