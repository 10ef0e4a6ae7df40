package dev.riffle.parse;

import dev.riffle.internal.Block;
import dev.riffle.parse.FeatureSpec.FixedLenSequence;
import dev.riffle.parse.FeatureSpec.Ragged;
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

/** What makes the tensor of each spec from the columns of feature lists. */
final class ListOutputTable {

    private final Map<String, TensorOutput> outputs = new LinkedHashMap<>();

    /** What the values of each come from. */
    private final Map<String, ListColumn> sources = new LinkedHashMap<>();

    private final Map<String, LengthsOutput> lengths = new LinkedHashMap<>();

    ListOutputTable(FeatureSpecs specs, ListColumns columns, Block empty) {
        specs.asMap().forEach((key, spec) -> {
            outputs.put(key, output(key, spec, columns, empty));
            sources.put(key, columns.get(SpecRoles.valueKey(key, spec)));
            if (spec instanceof FixedLenSequence) {
                lengths.put(key, new LengthsOutput(columns.get(key), empty));
            }
        });
    }

    private static TensorOutput output(String key, FeatureSpec spec, ListColumns columns, Block empty) {
        if (spec instanceof FixedLenSequence sequence) {
            ListColumn column = columns.get(key);
            int stride = Math.toIntExact(sequence.shape().elements());
            return new PaddedOutput(stepsOf(column, stride), sequence.shape(), Optional.empty(), empty);
        } else if (spec instanceof Ragged ragged) {
            return new ListRaggedOutput(key, ragged, columns);
        }
        if (spec instanceof VarLen) {
            return new ListVarLenOutput(columns.get(key), empty);
        }
        throw new AssertionError(spec);
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
        return Objects.requireNonNull(sources.get(key)).missingRows;
    }

    void release() {
        outputs.values().forEach(TensorOutput::release);
        lengths.values().forEach(LengthsOutput::release);
    }
}
