package dev.riffle.parse;

import dev.riffle.internal.Block;
import dev.riffle.parse.FeatureSpec.FixedLen;
import dev.riffle.parse.FeatureSpec.FixedLenSequence;
import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.FeatureSpec.VarLen;
import dev.riffle.parse.internal.Columns;
import dev.riffle.parse.internal.FixedOutput;
import dev.riffle.parse.internal.KeyColumn;
import dev.riffle.parse.internal.LengthsOutput;
import dev.riffle.parse.internal.ListColumn;
import dev.riffle.parse.internal.PaddedOutput;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.TensorOutput;
import dev.riffle.parse.internal.VarLenOutput;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The outputs for features or for feature lists. Each output creates the tensor of one spec from the columns. */
final class OutputTable {

    private final Map<String, TensorOutput> outputs = new LinkedHashMap<>();

    /** The column with the values of each feature or list. */
    private final Map<String, KeyColumn> sources = new LinkedHashMap<>();

    private final Map<String, LengthsOutput> lengths = new LinkedHashMap<>();

    OutputTable(FeatureSpecs specs, Columns<?> columns, Block empty) {
        specs.asMap().forEach((key, spec) -> outputs.put(key, spec.accept(new Outputs(key, columns, empty))));
    }

    /** Creates the output for the tensor of a spec. For the list of a FixedLenSequence, also creates its lengths. */
    private final class Outputs implements FeatureSpec.Visitor<TensorOutput> {

        private final String key;
        private final Columns<?> columns;
        private final Block empty;

        Outputs(String key, Columns<?> columns, Block empty) {
            this.key = key;
            this.columns = columns;
            this.empty = empty;
        }

        @Override
        public TensorOutput visitFixedLen(FixedLen spec) {
            return new FixedOutput(source(key), spec.shape());
        }

        @Override
        public TensorOutput visitFixedLenSequence(FixedLenSequence spec) {
            KeyColumn column = source(key);
            if (column instanceof ListColumn list) {
                lengths.put(key, new LengthsOutput(list, empty));
            }
            return new PaddedOutput(column, spec.shape(), spec.padding(), empty);
        }

        @Override
        public TensorOutput visitVarLen(VarLen spec) {
            return new VarLenOutput(source(key), empty);
        }

        @Override
        public TensorOutput visitSparse(Sparse spec) {
            source(spec.valueKey());
            return new SparseOutput(spec, columns);
        }

        @Override
        public TensorOutput visitRagged(Ragged spec) {
            source(spec.valueKey().orElse(key));
            return new RaggedOutput(key, spec, columns);
        }

        /** Returns the column with the values of the feature or list. */
        private KeyColumn source(String valueKey) {
            KeyColumn column = columns.get(valueKey);
            sources.put(key, column);
            return column;
        }
    }

    /** Adds the tensors of a batch to {@code target}, and their lengths to {@code targetLengths}. */
    void ofBatch(int rows, ParsedFeatures target, Map<String, DenseTensor> targetLengths) {
        put(rows, target, output -> output.ofBatch(rows));
        lengths.forEach((key, output) -> targetLengths.put(key, output.ofBatch(rows)));
    }

    /** Adds the tensors of a single row to {@code target}. */
    void ofSingle(ParsedFeatures target) {
        put(1, target, TensorOutput::ofSingle);
    }

    private void put(int rows, ParsedFeatures target, Function<TensorOutput, Tensor> making) {
        target.begin(rows);
        outputs.forEach((key, output) -> target.put(
                key,
                checked(key, output, making),
                Objects.requireNonNull(sources.get(key)).missingRows(),
                output.inconsistentRows()));
    }

    void release() {
        outputs.values().forEach(TensorOutput::release);
        lengths.values().forEach(LengthsOutput::release);
    }

    /**
     * Returns the tensor of an output.
     *
     * @throws ExampleParseException if a block of memory cannot have the needed size
     */
    private static Tensor checked(String key, TensorOutput output, Function<TensorOutput, Tensor> making) {
        try {
            return making.apply(output);
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
