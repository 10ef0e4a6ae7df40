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
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Writes records as Parquet, with a column for each feature.
 *
 * @param columns the columns; empty for all columns
 * @param specs the specs of the features; empty to infer them
 * @param sample the number of records of each file for the inference
 * @param style the form of the result; empty for no result
 */
record ParquetExportRequest(
        List<String> words,
        InputFile.Sets sets,
        ReadSettings read,
        ParquetTarget target,
        List<String> columns,
        Optional<TypedSpecs> specs,
        long sample,
        PrintRequest.Damage damage,
        Optional<Style> style)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        Installation.running().requireDuckDb("Parquet");
        List<InputFile> files = InputFile.expandForProof(terminal, words, sets);
        if (ParquetInput.isIn(files)) {
            throw new UsageException(
                    files.get(0).name() + ": a Parquet file already; 'riffle sql' writes Parquet from Parquet");
        }
        OutputCheck check = new OutputCheck(terminal).reads(files);
        List<String> names = target.names(files.size());
        for (String name : names) {
            check.writes(name);
            new TextOutput(name, target.existing()).check(terminal);
        }
        ExitCode proven = EachFile.prove(terminal, files, new VectorInput(terminal, read, damage)::prove);
        if (proven != ExitCode.FINE) {
            return proven;
        }
        try (Spool spool = Spool.of(files)) {
            return new ParquetExport(this, terminal, spool.sources()).write(names);
        }
    }
}
