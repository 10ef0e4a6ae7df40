package dev.riffle.arrow;

import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Writes records from Arrow vectors.
 *
 * @since 0.1
 */
public final class ArrowRecords {

    private ArrowRecords() {}

    /**
     * Writes all rows of a reader as records, and commits the output.
     *
     * @return the number of records
     */
    public static long write(ArrowReader reader, RecordOutput output) throws IOException {
        throw new UnsupportedOperationException("draft: " + reader + output);
    }
}
