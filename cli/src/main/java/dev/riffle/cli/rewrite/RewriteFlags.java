package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.Compression;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of the commands that write record files from record files. */
final class RewriteFlags {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = FlagText.OUTPUT)
    private @Nullable String output;

    @Option(names = "--shards", paramLabel = "N", description = FlagText.SHARDS)
    private @Nullable Integer shards;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            completionCandidates = Choices.Compressions.class,
            description = FlagText.COMPRESSION + " Default: by the ending of the output, or else like the first input.")
    private @Nullable String compression;

    @Option(names = "--overwrite", description = FlagText.OVERWRITE)
    private boolean overwrite;

    @Mixin
    private RewriteInputFlags input = new RewriteInputFlags();

    Style style() {
        return input.style();
    }

    RewriteInput input() {
        return input.input();
    }

    /** Rejects all output flags if the user has set a flag that writes no output. */
    void rejectOutput(String flag) {
        String given = null;
        if (output != null) {
            given = "-o";
        } else if (shards != null) {
            given = "--shards";
        } else if (compression != null) {
            given = "--compression";
        } else if (overwrite) {
            given = "--overwrite";
        }
        if (given != null) {
            throw new IllegalArgumentException(flag + " writes nothing; omit " + given);
        }
    }

    RewriteOutput output() {
        if (output == null) {
            throw new IllegalArgumentException("no output; use -o FILE, or -o - for standard output");
        }
        if (shards != null && (shards < 1 || shards > OutputFiles.MOST_SHARDS)) {
            throw new IllegalArgumentException("--shards must be from 1 to " + OutputFiles.MOST_SHARDS + ": " + shards);
        }
        if (shards != null && output.equals(Terminal.DASH)) {
            throw new IllegalArgumentException("--shards needs file names: standard output is one stream");
        }
        return output(output, shards == null ? 0 : shards);
    }

    /** Returns another output file with the settings of these flags. */
    RewriteOutput output(String file, int files) {
        Optional<Compression> typed =
                Optional.ofNullable(compression).map(name -> ReadFlags.compression("--compression", name));
        OutputEnding.ofRecords(file).checkCompression(typed);
        return new RewriteOutput(
                file, files, typed, overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REJECT);
    }
}
