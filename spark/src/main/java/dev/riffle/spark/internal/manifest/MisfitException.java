package dev.riffle.spark.internal.manifest;

import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Reports a manifest that does not fit a read. The message begins with the manifest and states the reason. */
final class MisfitException extends Exception {

    private static final long serialVersionUID = 1;

    /** The remedy for a manifest that does not describe its files. */
    static final String WRITE_AGAIN = "write the files again to renew the manifest";

    private final String remedy;

    MisfitException(String message, String remedy) {
        super(message);
        this.remedy = remedy;
    }

    /** Reports a manifest with the reason why it does not fit. */
    MisfitException(Path manifest, String reason, String remedy, @Nullable Exception cause) {
        super(manifest + ", because " + reason, cause);
        this.remedy = remedy;
    }

    /** Returns what users can do to use the manifest. */
    String remedy() {
        return remedy;
    }
}
