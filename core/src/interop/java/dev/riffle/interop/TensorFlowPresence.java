package dev.riffle.interop;

import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.tensorflow.TensorFlow;

/**
 * Skips a test class with a message on machines for which TensorFlow-Java has no native library. The profile has
 * PyTorch's native library for the same machines.
 */
public final class TensorFlowPresence implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        try {
            TensorFlow.version();
        } catch (LinkageError e) {
            String message = "SKIPPED " + context.getDisplayName() + ": TensorFlow does not run on "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ": " + e;
            context.publishReportEntry(message);
            System.err.println(message);
            abort(message);
        }
    }
}
