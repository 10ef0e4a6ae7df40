package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.internal.Argument;
import org.jspecify.annotations.Nullable;

/** Every n-th element of the input. */
public final class ShardNode<T> extends PassingNode<T> {

    private final long numShards;
    private final long index;

    private ShardNode(Node<T> input, long numShards, long index) {
        super("shard", input);
        this.numShards = numShards;
        this.index = index;
    }

    public static <T> Node<T> of(Node<T> input, long numShards, long index) {
        Argument.positive(numShards, "numShards");
        if (index < 0 || index >= numShards) {
            throw new IllegalArgumentException("index must be from 0 to " + (numShards - 1) + ": " + index);
        }
        return numShards == 1 ? input : new ShardNode<>(input, numShards, index);
    }

    @Override
    public Numbering numbering() {
        return input().numbering().shard(numShards, index);
    }

    @Override
    public long cardinality() {
        long size = input().cardinality();
        return size < 0 ? size : size / numShards + (index < size % numShards ? 1 : 0);
    }

    @Override
    protected void describe(Description description) {
        description.with(numShards).with(index);
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new UnaryStage<>(this, run) {

            /** The number of the shard of the next element. */
            private final LongCell place = count("place", numShards - 1);

            @Override
            public @Nullable T next() throws Exception {
                for (T element = input().next(); element != null; element = input().next()) {
                    boolean isOurs = place.value == index;
                    place.value = place.value + 1 == numShards ? 0 : place.value + 1;
                    if (isOurs) {
                        return element;
                    }
                }
                return null;
            }
        };
    }
}
