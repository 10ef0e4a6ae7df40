package dev.riffle.cli.sql;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.util.Optional;

/** Checks at the start that a command can write the output of a query. */
record TargetCheck(Terminal terminal, SqlTarget target) {

    void check() throws IOException {
        if (target.kind().isRecords()) {
            records().check(terminal);
        } else {
            target.file().check(terminal);
        }
    }

    /** Returns the record file that the command writes. */
    OutputFiles records() {
        String output = target.file().output();
        OutputEnding ending = OutputEnding.ofRecords(output);
        RecordFormat format = ending.formatLike(target.kind().format());
        RecordWriterOptions options = ending.options(format, Optional.empty(), Compression.NONE);
        OutputFiles.Existing existing = target.file().existing();
        return new OutputFiles(
                output,
                0,
                OutputFiles.Naming.SHARDS,
                format,
                existing,
                existing == OutputFiles.Existing.REPLACE ? options.overwrite() : options);
    }
}
