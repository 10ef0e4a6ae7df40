package dev.riffle.cli.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Compression;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.util.Optional;

/**
 * Holds the settings of a rewriting command's output.
 *
 * @param output the file's name as typed, or - for standard output
 * @param shards the number of files to write; 0 for one file with exactly this name
 * @param compression the compression of the flag; empty for the compression of the ending, or else of the first input
 * @param existing the way to handle existing files with these names
 */
record RewriteOutput(String output, int shards, Optional<Compression> compression, OutputFiles.Existing existing) {

    static final String STANDARD_OUTPUT = "standard output";

    boolean isStandardOutput() {
        return output.equals(Terminal.DASH);
    }

    /** Returns the output files that are known before the command reads the input. */
    OutputFiles files(RewriteSources sources) throws IOException {
        OutputEnding ending = OutputEnding.ofRecords(output);
        RecordFormat format = ending.formatLike(sources.format());
        ending.requireFormat(format, "the input is " + format.title(), "'riffle convert' changes the format");
        Compression usual = format.supports(sources.compression()) ? sources.compression() : Compression.NONE;
        RecordWriterOptions options = ending.options(format, compression, usual);
        return new OutputFiles(
                output,
                shards,
                OutputFiles.Naming.SHARDS,
                format,
                existing,
                existing == OutputFiles.Existing.REPLACE ? options.overwrite() : options);
    }

    /** Returns the record output, after a check for existing files. */
    RecordOutput target(Terminal terminal, RewriteSources sources) throws IOException {
        OutputFiles files = files(sources);
        files.check(terminal);
        if (isStandardOutput()) {
            return RecordOutput.sink(ByteSink.of(terminal.out(), STANDARD_OUTPUT), files.options());
        }
        if (shards == 0) {
            return RecordOutput.file(terminal.path(output), files.options());
        }
        return RecordOutput.shards(ShardNames.of(terminal.path(output), shards), files.options());
    }
}
