package dev.riffle.formats;

import java.io.IOException;

/** An Example does not fit the text form that was asked for: which feature, why, and what to do. */
public final class ExportException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String feature;

    ExportException(String feature, String reason) {
        super("feature \"" + feature + "\" " + reason);
        this.feature = feature;
    }

    /** The name of the feature. */
    public String feature() {
        return feature;
    }
}
