package dev.riffle.arrow;

import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.shard.RecordInput;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Describes a read of records as batches of Arrow vectors. Immutable.
 *
 * @since 0.1
 */
public final class ArrowBatches {

    private ArrowBatches() {}

    /** Returns a read of the columns that specs describe. */
    public static ArrowBatches of(RecordInput input, FeatureSpecs specs) {
        throw new UnsupportedOperationException("draft: " + input + specs);
    }

    /** Returns a read of the columns that specs of contexts and feature lists describe. */
    public static ArrowBatches of(RecordInput input, SequenceFeatureSpecs specs) {
        throw new UnsupportedOperationException("draft: " + input + specs);
    }

    /** Returns a read of the columns of a schema. */
    public static ArrowBatches of(RecordInput input, Schema schema) {
        throw new UnsupportedOperationException("draft: " + input + schema);
    }

    /** Returns this read with a largest number of rows of a batch. */
    public ArrowBatches batchSize(int rows) {
        throw new UnsupportedOperationException("draft: " + rows);
    }

    /** Returns this read with a number of threads that parse. */
    public ArrowBatches threads(int threads) {
        throw new UnsupportedOperationException("draft: " + threads);
    }

    /** Returns the schema of the batches. */
    public Schema schema() {
        throw new UnsupportedOperationException("draft");
    }

    /** Opens a reader. The caller closes it. Then all memory is returned to the allocator. */
    public ArrowReader reader(BufferAllocator allocator) {
        throw new UnsupportedOperationException("draft: " + allocator);
    }
}
