package dev.riffle.cli.output;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.Compression;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Defines the flags for writing record files. */
public final class WriteFlags {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "Writes to this file, or to standard output with -.")
    private String output = "";

    @Option(
            names = "--shards",
            paramLabel = "N",
            description = "Writes N shards, FILE-00000-of-0000N and so on. Keeps the order of the records and"
                    + " distributes them evenly.")
    private @Nullable Integer shards;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Writes this format: tfrecord (default) or ofrecord.")
    private @Nullable String format;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            description = "Compresses with none (default), gzip, zlib or snappy. OFRecord supports only none and gzip.")
    private @Nullable String compression;

    @Option(names = "--overwrite", description = "Replaces existing files.")
    private boolean overwrite;

    /** Returns the name of the output as typed. */
    public String output() {
        return output;
    }

    /** Returns these flags as settings for reading files. */
    public ReadSettings asInput() {
        return ReadSettings.typed(ReadFlags.FORMAT, format, compression);
    }

    public OutputFiles target() {
        RecordFormat written = format == null ? RecordFormat.TFRECORD : ReadFlags.format(ReadFlags.FORMAT, format);
        Compression compressed = compression == null ? Compression.NONE : Compression.of(compression);
        if (!written.supports(compressed)) {
            throw new IllegalArgumentException("--compression must be none or gzip for OFRecord: " + compression);
        }
        if (shards != null && (shards < 1 || shards > OutputFiles.MOST_SHARDS)) {
            throw new IllegalArgumentException("--shards must be from 1 to " + OutputFiles.MOST_SHARDS + ": " + shards);
        }
        if (shards != null && output.equals(Terminal.DASH)) {
            throw new IllegalArgumentException("--shards needs file names: standard output is one stream");
        }
        RecordWriterOptions options =
                RecordWriterOptions.defaults().format(written).compression(compressed);
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
