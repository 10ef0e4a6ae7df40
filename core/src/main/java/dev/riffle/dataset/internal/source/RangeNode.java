package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.tensor.DType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The numbers from {@code start}, inclusive, to {@code stop}, exclusive. */
public final class RangeNode extends Node<Long> {

    private final long start;
    private final long stop;
    private final long step;

    public RangeNode(long start, long stop, long step) {
        super("range", ElementSpec.scalar(DType.INT64));
        if (step == 0) {
            throw new IllegalArgumentException("step must not be zero: " + step);
        }
        this.start = start;
        this.stop = stop;
        this.step = step;
    }

    @Override
    public Stage<Long> open(Run run) {
        long size = size();
        return new Stage<>(this, run) {

            /** The number of the next element. No run reads 2^63 elements, even if a range has more. */
            private final LongCell index = count("index", size < 0 ? Long.MAX_VALUE : size);

            @Override
            public @Nullable Long next() {
                return Long.compareUnsigned(index.value, size) < 0 ? start + index.value++ * step : null;
            }

            @Override
            public ElementLineage lineage() {
                return new ElementLineage.Position(index.value - 1);
            }
        };
    }

    @Override
    public long cardinality() {
        if (stop == Long.MAX_VALUE) {
            // As in TensorFlow. Such a range numbers the elements of an infinite dataset.
            return INFINITE_CARDINALITY;
        }
        long size = size();
        return size < 0 ? Long.MAX_VALUE : size;
    }

    /** Returns empty, because every range ends. */
    @Override
    public Optional<Node<?>> endlessStage() {
        return Optional.empty();
    }

    /** Returns the size of the range, as an unsigned number. */
    private long size() {
        if (step > 0 ? start >= stop : start <= stop) {
            return 0;
        }
        // The distance is below 2^64 and unsigned. The size of the step is also unsigned, because the step can be the
        // smallest long.
        long distance = step > 0 ? stop - start : start - stop;
        return Long.divideUnsigned(distance - 1, Math.abs(step)) + 1;
    }

    @Override
    protected void describe(Description description) {
        description.with(start).with(stop).with(step);
    }

    @Override
    public List<Long> recompute(List<ElementLineage> lineages, Run run) {
        return lineages.stream()
                .map(lineage -> start + ElementLineage.position(lineage) * step)
                .toList();
    }
}
