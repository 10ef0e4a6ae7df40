package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ThreadsFlag;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.ByteCount;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.io.Compression;
import dev.riffle.io.Gzip;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle recompress}. */
@Command(
        name = "recompress",
        description = {
            "Changes the compression of files.",
            "Writes a file with the same records for each file: one file to FILE, and several files to"
                    + " the directory FILE under their names. A set of shards becomes FILE-00000-of-00010 and so"
                    + " on if FILE is not a directory. Either all output files appear, or none."
        })
public final class RecompressCommand implements Flags {

    private static final int LEAST_MEMBER = 4 << 10;
    private static final int USUAL_MEMBER = 1 << 20;
    private static final int MOST_MEMBER = 256 << 20;

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
            description = FlagText.OUTPUT + " Here: also to a directory, or to names with this prefix.")
    private String output = "";

    @Option(
            names = "--suffix",
            paramLabel = "TEXT",
            description = "Sets the name ending, for example .gz. Replaces the ending after a shard number, or the"
                    + " ending of a compression.")
    private @Nullable String suffix;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            completionCandidates = Choices.Compressions.class,
            description = FlagText.COMPRESSION + " Default: by the ending of the output.")
    private @Nullable String compression;

    @Option(
            names = "--level",
            paramLabel = "N",
            description = "Sets the level for gzip and zlib, from 0 (stored) to 9 (smallest). Default: 6.")
    private @Nullable Integer level;

    @Option(
            names = "--cut",
            paramLabel = "SIZE",
            description = "Cuts gzip into members of this uncompressed size, 4KiB to 256MiB, or none for one member."
                    + " Threads compress members in parallel. Default: 1MiB.")
    private @Nullable String cut;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = FlagText.THREADS + " Here: they compress gzip members. Default: the number of processors.")
    private @Nullable Integer threads;

    @Option(names = "--overwrite", description = FlagText.OVERWRITE)
    private boolean overwrite;

    @Override
    public Request request() {
        Compression written = compression();
        if (level != null && (level < 0 || level > 9)) {
            throw new IllegalArgumentException("--level must be from 0 to 9: " + level);
        }
        if (level != null) {
            written = written.level(level);
        }
        if (written instanceof Gzip gzip) {
            written = gzip(gzip);
        } else if (cut != null || threads != null) {
            throw new IllegalArgumentException("--cut and --threads are for gzip, not " + OutputEnding.named(written));
        }
        return new RecompressRequest(
                files.files(),
                input.input(),
                output,
                Optional.ofNullable(suffix),
                written,
                overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REJECT,
                input.style());
    }

    private Compression compression() {
        if (compression != null) {
            return ReadFlags.compression("--compression", compression);
        }
        String name = suffix == null ? output : OutputEnding.withoutCompression(output) + suffix;
        return OutputEnding.ofRecords(name)
                .compression()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no compression; use --compression, or an output name or --suffix with .gz, .zlib or .snappy"));
    }

    private Compression gzip(Gzip gzip) {
        int compressing = threads == null ? ThreadsFlag.all() : ThreadsFlag.checked(threads);
        if ("none".equals(cut)) {
            if (threads != null && threads > 1) {
                throw new IllegalArgumentException("--threads " + threads + " need several members; omit --cut none");
            }
            return gzip;
        }
        return gzip.cutMembers(cut == null ? USUAL_MEMBER : member(cut)).threads(compressing);
    }

    private static int member(String cut) {
        long bytes = ByteCount.parse("--cut", cut);
        if (bytes < LEAST_MEMBER || bytes > MOST_MEMBER) {
            throw new IllegalArgumentException("--cut must be from 4KiB to 256MiB, or none: " + cut);
        }
        return (int) bytes;
    }
}
