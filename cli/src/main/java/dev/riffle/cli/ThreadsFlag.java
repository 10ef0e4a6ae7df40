package dev.riffle.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many threads a command may use. */
final class ThreadsFlag {

    private static final String THREADS = "--threads";

    @Option(
            names = THREADS,
            paramLabel = "N",
            description =
                    "Reads several files, and large uncompressed TFRecord files, with N threads; all processors if not given.")
    private @Nullable Integer threads;

    int threads() {
        if (threads == null) {
            return Runtime.getRuntime().availableProcessors();
        }
        if (threads < 1) {
            throw new IllegalArgumentException(THREADS + " must be positive: " + threads);
        }
        return threads;
    }
}
