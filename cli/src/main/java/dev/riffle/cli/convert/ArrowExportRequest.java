package dev.riffle.cli.convert;

import dev.riffle.cli.input.EachFile;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.input.Spool;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.print.TypedSpecs;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Installation;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Writes records as Arrow data, with a column for each feature.
 *
 * @param columns the columns; empty for all columns
 * @param specs the specs of the features; empty to infer them
 * @param sample the number of records of each file for the inference
 * @param limit the largest number of rows
 */
record ArrowExportRequest(
        List<String> words,
        InputFile.Sets sets,
        ReadSettings read,
        TextOutput target,
        ArrowKind kind,
        List<String> columns,
        Optional<TypedSpecs> specs,
        long sample,
        PrintRequest.Damage damage,
        long limit)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        Installation.running().requireArrow("--as " + kind.flagValue());
        List<InputFile> files = InputFile.expandForProof(terminal, words, sets);
        new OutputCheck(terminal).reads(files).writes(target.output());
        target.check(terminal);
        ExitCode proven = EachFile.prove(terminal, files, new VectorInput(terminal, read, damage)::prove);
        if (proven != ExitCode.FINE) {
            return proven;
        }
        try (Spool spool = Spool.of(files)) {
            return new ArrowExport(this, terminal, spool.sources()).run();
        }
    }
}
