package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.ByteCount;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.DrawnSeed;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.rewrite.ExternalShuffle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle shuffle}. */
@Command(
        name = "shuffle",
        description = {
            "Writes all records in a random order, byte for byte, every order being as likely as any other. Several files are"
                    + " one sequence, and are mixed.",
            "The set may be larger than memory: what does not fit goes to temporary files, and all bytes read and all"
                    + " bytes written are each at most twice those of the set.",
            "The same seed gives the same order, whatever the memory, the machine and the way records are shared among"
                    + " files. If no seed is given, one is drawn and told."
        })
public final class ShuffleCommand implements Flags {

    private static final String MEMORY = "--memory";

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Option(names = "--seed", paramLabel = "S", description = "The seed, any whole number.")
    private @Nullable Long seed;

    @Option(
            names = MEMORY,
            paramLabel = "BYTES",
            description =
                    "How much memory records may take, such as 512MB or 2GiB. If nothing is said, half of what Java has.")
    private @Nullable String memory;

    @Option(
            names = "--temp",
            paramLabel = "DIR",
            description =
                    "Where temporary files go if they are needed. If nothing is said, beside the output, under hidden"
                            + " names.")
    private @Nullable String temporary;

    @Override
    public Request request() {
        return new ShuffleRequest(
                files.files(),
                rewrite.input(),
                rewrite.output(),
                DrawnSeed.of(seed),
                memoryBytes(),
                Optional.ofNullable(temporary),
                rewrite.style());
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
            throw new IllegalArgumentException(MEMORY + " must be at most what Java has, " + Sizes.bytes(most) + ": "
                    + memory + "; RIFFLE_JAVA_OPTIONS=-Xmx8g gives it more");
        }
        return bytes;
    }
}
