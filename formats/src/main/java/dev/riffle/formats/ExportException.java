package dev.riffle.formats;

import java.io.IOException;

/**
 * Thrown when the text form cannot hold an Example. The message names the feature, the reason and the remedy.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class ExportException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String feature;

    ExportException(String feature, String reason) {
        super("feature \"" + feature + "\" " + reason);
        this.feature = feature;
    }

    /** Returns the name of the feature. */
    public String feature() {
        return feature;
    }
}
