package dev.riffle.cli.output;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.Compression;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Defines the flags for writing record files. */
public final class WriteFlags {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = FlagText.OUTPUT)
    private String output = "";

    @Option(names = "--shards", paramLabel = "N", description = FlagText.SHARDS)
    private @Nullable Integer shards;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = Choices.Formats.class,
            description = FlagText.FORMAT + " Default: by the ending of the output, or else tfrecord.")
    private @Nullable String format;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            completionCandidates = Choices.Compressions.class,
            description = FlagText.COMPRESSION + " Default: by the ending of the output, or else none.")
    private @Nullable String compression;

    @Option(names = "--overwrite", description = FlagText.OVERWRITE)
    private boolean overwrite;

    /** Returns the name of the output as typed. */
    public String output() {
        return output;
    }

    /** Returns settings for reading files of the format of these flags. */
    public ReadSettings asInput(@Nullable String inputCompression) {
        return ReadSettings.typed(ReadFlags.FORMAT, format, inputCompression);
    }

    public OutputFiles target() {
        if (shards != null && (shards < 1 || shards > OutputFiles.MOST_SHARDS)) {
            throw new IllegalArgumentException("--shards must be from 1 to " + OutputFiles.MOST_SHARDS + ": " + shards);
        }
        if (shards != null && output.equals(Terminal.DASH)) {
            throw new IllegalArgumentException("--shards needs file names: standard output is one stream");
        }
        OutputEnding ending = OutputEnding.ofRecords(output);
        RecordFormat written = ending.formatOf(
                ReadFlags.FORMAT, Optional.ofNullable(format).map(name -> ReadFlags.format(ReadFlags.FORMAT, name)));
        RecordWriterOptions options = ending.options(
                written,
                Optional.ofNullable(compression).map(name -> ReadFlags.compression("--compression", name)),
                Compression.NONE);
        int files = shards == null ? 0 : shards;
        return overwrite
                ? new OutputFiles(
                        output,
                        files,
                        OutputFiles.Naming.SHARDS,
                        written,
                        OutputFiles.Existing.REPLACE,
                        options.overwrite())
                : new OutputFiles(
                        output, files, OutputFiles.Naming.SHARDS, written, OutputFiles.Existing.REJECT, options);
    }
}
