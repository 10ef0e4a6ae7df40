package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ThreadsFlag;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.ByteCount;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.io.Compression;
import dev.riffle.io.Gzip;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle recompress}. */
@Command(
        name = "recompress",
        description = {
            "Writes files anew with another compression, or without one: each file becomes one file with the same records.",
            "One file goes to FILE. Several go into the directory FILE under their names, or, if they are a set of shards"
                    + " and FILE is no directory, to FILE-00000-of-00010 and so on. All appear together or none does."
        })
public final class RecompressCommand implements Flags {

    private static final int USUAL_MEMBER = 1 << 20;

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private RewriteInputFlags input = new RewriteInputFlags();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "The file, the directory or the beginning of the names to write, or - for standard output.")
    private String output = "";

    @Option(
            names = "--suffix",
            paramLabel = "TEXT",
            description = "What the names end with behind the numbers of shards, such as .gz, in place of what they end"
                    + " with now; names without such numbers get it added.")
    private @Nullable String suffix;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            required = true,
            description = "none, gzip, zlib or snappy; OFRecord has none and gzip only.")
    private String compression = "";

    @Option(
            names = "--level",
            paramLabel = "N",
            description = "From 0 (stored) to 9 (smallest), for gzip and zlib; 6 if nothing is said.")
    private @Nullable Integer level;

    @Option(
            names = "--cut",
            paramLabel = "SIZE",
            description =
                    "For gzip: cuts members of so many uncompressed bytes, which threads can share: 4KiB to 256MiB; 1MiB if"
                            + " nothing is said, or none for one member.")
    private @Nullable String cut;

    @Option(names = "--threads", paramLabel = "N", description = "Lets N threads compress cut gzip.")
    private @Nullable Integer threads;

    @Option(names = "--overwrite", description = "Replaces files that are there already.")
    private boolean overwrite;

    @Override
    public Request request() {
        Compression written = Compression.of(compression);
        if (level != null) {
            written = written.level(level);
        }
        if (written instanceof Gzip gzip) {
            written = gzip(gzip);
        } else if (cut != null || threads != null) {
            throw new IllegalArgumentException("--cut and --threads are for gzip, not " + compression);
        }
        return new RecompressRequest(
                files.files(),
                input.input(),
                output,
                Optional.ofNullable(suffix),
                written,
                overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REFUSE,
                input.style());
    }

    private Compression gzip(Gzip gzip) {
        int compressing = threads == null ? 1 : ThreadsFlag.checked(threads);
        if ("none".equals(cut)) {
            if (compressing > 1) {
                throw new IllegalArgumentException(
                        "--threads " + compressing + " need members to share; leave out --cut none");
            }
            return gzip;
        }
        return gzip.cutMembers(
                        cut == null ? USUAL_MEMBER : (int) Math.min(ByteCount.parse("--cut", cut), Integer.MAX_VALUE))
                .threads(compressing);
    }
}
