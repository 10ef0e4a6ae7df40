package dev.riffle.cli.convert;

import dev.riffle.arrow.ArrowRecordOptions;
import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.WrittenFiles;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.ByteSink;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import dev.riffle.sql.ParquetFiles;
import dev.riffle.sql.ParquetReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Writes the rows of Parquet files as records. Only this class loads the classes of Arrow and DuckDB for these files.
 *
 * @param files the Parquet files
 * @param memory the largest memory of DuckDB in bytes; empty for the default
 * @param isRounded whether 64-bit floats become the nearest 32-bit floats
 */
record ParquetImport(List<InputFile> files, OptionalLong memory, boolean isRounded) {

    /** Returns whether the first file comes from OFRecord files, by its metadata. */
    boolean isOfOneFlow() throws IOException {
        String message = ParquetFiles.schema(ParquetInput.paths(files).get(0))
                .getCustomMetadata()
                .get(RecordMetadata.MESSAGE);
        return RecordMetadata.OFRECORD.equals(message);
    }

    /** Writes all rows to the target. */
    WrittenFiles write(Terminal terminal, OutputFiles target) throws IOException {
        RecordOutput output;
        if (target.isStandardOutput()) {
            output = RecordOutput.sink(ByteSink.of(terminal.out(), "standard output"), target.options());
        } else if (target.shards() == 0) {
            output = RecordOutput.file(terminal.path(target.output()), target.options());
        } else {
            output = RecordOutput.shards(
                    ShardNames.of(terminal.path(target.output()), target.shards()), target.options());
        }
        return run(terminal, target.names(), options -> ParquetFiles.read(ParquetInput.paths(files), output, options));
    }

    /** Writes the rows of each file to one record file. */
    WrittenFiles writeEach(Terminal terminal, List<String> names, OutputFiles target) throws IOException {
        List<Path> outputs = new ArrayList<>();
        for (String name : names) {
            outputs.add(terminal.path(name));
        }
        return run(
                terminal,
                names,
                options -> ParquetFiles.readEach(ParquetInput.paths(files), outputs, target.options(), options));
    }

    /** Reads the files with options. */
    @FunctionalInterface
    private interface Reading {
        List<WrittenShard> with(ParquetReadOptions options) throws IOException;
    }

    private WrittenFiles run(Terminal terminal, List<String> names, Reading reading) throws IOException {
        try (ProgressBar progress = ProgressBar.over(terminal, "import", InputFile.sources(files))) {
            ParquetReadOptions options = ParquetReadOptions.defaults()
                    .notes(note -> terminal.note(Escapes.visible(note)))
                    .progress(progress::moved)
                    .rounding(isRounded ? ArrowRecordOptions.Rounding.NEAREST : ArrowRecordOptions.Rounding.NONE);
            if (memory.isPresent()) {
                options = options.memoryLimit(memory.getAsLong());
            }
            return new WrittenFiles(names, reading.with(options));
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(files.get(0).name(), e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
