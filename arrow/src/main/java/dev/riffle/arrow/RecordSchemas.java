package dev.riffle.arrow;

import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Returns Arrow schemas of records.
 *
 * @since 0.1
 */
public final class RecordSchemas {

    private RecordSchemas() {}

    /** Returns the schema of batches that {@link ArrowBatches#of(RecordInput, FeatureSpecs)} reads. */
    public static Schema of(FeatureSpecs specs) {
        throw new UnsupportedOperationException("draft: " + specs);
    }

    /** Returns the schema of batches that {@link ArrowBatches#of(RecordInput, SequenceFeatureSpecs)} reads. */
    public static Schema of(SequenceFeatureSpecs specs) {
        throw new UnsupportedOperationException("draft: " + specs);
    }

    /**
     * Infers a schema from the first records of the files.
     *
     * @param most the largest number of records that are read
     */
    public static Schema infer(RecordInput input, long most) throws IOException {
        throw new UnsupportedOperationException("draft: " + input + most);
    }
}
