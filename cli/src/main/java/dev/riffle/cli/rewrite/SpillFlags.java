package dev.riffle.cli.rewrite;

import dev.riffle.cli.terminal.ByteCount;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.rewrite.ExternalShuffle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Defines the flags of the commands that use temporary files if their memory is full. */
final class SpillFlags {

    private static final String MEMORY = "--memory";

    @Option(names = MEMORY, paramLabel = "BYTES", description = FlagText.MEMORY + " Default: half of the heap.")
    private @Nullable String memory;

    @Option(
            names = "--temp",
            paramLabel = "DIR",
            description = FlagText.TEMP + " Default: hidden files beside the output, or else beside the input.")
    private @Nullable String temporary;

    /** Returns whether the user typed one of the flags. */
    boolean isTyped() {
        return memory != null || temporary != null;
    }

    SpillLimits limits() {
        return new SpillLimits(memoryBytes(), Optional.ofNullable(temporary));
    }

    private long memoryBytes() {
        long least = ExternalShuffle.LEAST_MEMORY_BYTES;
        if (memory == null) {
            return Math.max(least, Runtime.getRuntime().maxMemory() / 2);
        }
        long bytes = ByteCount.parse(MEMORY, memory);
        long most = Runtime.getRuntime().maxMemory();
        if (bytes < least) {
            throw new IllegalArgumentException(MEMORY + " must be at least " + least + " bytes: " + memory);
        }
        if (bytes > most) {
            throw new IllegalArgumentException(MEMORY + " must be at most the heap of Java, " + Sizes.bytes(most) + ": "
                    + memory + "; RIFFLE_JAVA_OPTIONS=-Xmx8g raises this limit");
        }
        return bytes;
    }
}
