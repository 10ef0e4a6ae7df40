package dev.riffle.index;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a read proves that an index file describes an earlier content of its data file, although size, time and
 * samples are equal. Build the index file again with {@link IndexFile#build}, then open the index again.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class StaleIndexException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String source;
    private final String difference;

    StaleIndexException(Path indexFile, String source, String difference, @Nullable Throwable cause) {
        super(
                indexFile + ": stale: " + source + ": " + difference
                        + "; build the index again (riffle index --rebuild, IndexFile.build)",
                cause);
        this.source = source;
        this.difference = difference;
    }

    /** Returns the name of the data file. */
    public String source() {
        return source;
    }

    /** Returns the difference between the data file and the index file. */
    public String difference() {
        return difference;
    }
}
