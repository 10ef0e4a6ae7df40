package dev.riffle.parse;

import dev.riffle.internal.Block;
import dev.riffle.parse.FeatureSpec.FixedLen;
import dev.riffle.parse.FeatureSpec.FixedLenSequence;
import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.FeatureSpec.VarLen;
import dev.riffle.parse.internal.Column;
import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.FixedOutput;
import dev.riffle.parse.internal.PaddedOutput;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.TensorOutput;
import dev.riffle.parse.internal.VarLenOutput;
import dev.riffle.parse.internal.VaryingColumn;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** The outputs for Examples or contexts. Each output creates the tensor of one spec from the columns. */
final class OutputTable {

    private final Map<String, TensorOutput> outputs = new LinkedHashMap<>();

    /** The column with the values of each feature. */
    private final Map<String, Column> sources = new LinkedHashMap<>();

    OutputTable(FeatureSpecs specs, Columns columns, Block empty) {
        specs.asMap().forEach((key, spec) -> {
            outputs.put(key, spec.accept(new Outputs(key, columns, empty)));
            sources.put(key, columns.get(SpecRoles.valueKey(key, spec)));
        });
    }

    /** Creates the output for the tensor of a spec. */
    private record Outputs(String key, Columns columns, Block empty) implements FeatureSpec.Visitor<TensorOutput> {

        @Override
        public TensorOutput visitFixedLen(FixedLen spec) {
            return new FixedOutput(columns.get(key), spec.shape());
        }

        @Override
        public TensorOutput visitFixedLenSequence(FixedLenSequence spec) {
            return new PaddedOutput(rowsOf(columns.varying(key)), spec.shape(), spec.padding(), empty);
        }

        @Override
        public TensorOutput visitVarLen(VarLen spec) {
            return new VarLenOutput(columns.varying(key), empty);
        }

        @Override
        public TensorOutput visitSparse(Sparse spec) {
            return new SparseOutput(key, spec, columns);
        }

        @Override
        public TensorOutput visitRagged(Ragged spec) {
            return new RaggedOutput(key, spec, columns);
        }
    }

    private static PaddedOutput.RowSource rowsOf(VaryingColumn column) {
        return new PaddedOutput.RowSource() {
            @Override
            public Values values() {
                return column.values();
            }

            @Override
            public int begin(int row) {
                return column.begin(row);
            }
        };
    }

    void ofBatch(int rows, ParsedFeatures target) {
        target.begin(rows);
        outputs.forEach((key, output) -> target.put(
                key,
                checked(key, () -> output.ofBatch(rows)),
                Objects.requireNonNull(sources.get(key)).missingRows()));
    }

    void ofSingle(ParsedFeatures target) {
        target.begin(1);
        outputs.forEach((key, output) -> target.put(
                key,
                checked(key, output::ofSingle),
                Objects.requireNonNull(sources.get(key)).missingRows()));
    }

    void release() {
        outputs.values().forEach(TensorOutput::release);
    }

    /**
     * Returns the tensor that {@code making} creates.
     *
     * @throws ExampleParseException if a block of memory cannot have the needed size
     */
    static Tensor checked(String key, Supplier<Tensor> making) {
        try {
            return making.get();
        } catch (ArithmeticException e) {
            throw new ExampleParseException(
                    new ParseFault(
                            key,
                            "a tensor of less than 2 GiB",
                            String.valueOf(e.getMessage()),
                            "parse fewer records together, or parse the feature as VarLen or Ragged"),
                    -1,
                    null,
                    e);
        }
    }
}
