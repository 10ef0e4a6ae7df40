package dev.riffle.cli.convert;

import dev.riffle.cli.input.EachFile;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.input.Spool;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.formats.numpy.NpyWriter;
import dev.riffle.formats.numpy.NpzWriter;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes features as NumPy's arrays, with a row for each record. Reads the records once to find the type and the size
 * of each array, and once more for each array.
 *
 * @param columns the features; empty for all features
 */
record ArrayExportRequest(
        List<String> words,
        InputFile.Sets sets,
        ReadSettings read,
        TextOutput target,
        Kind kind,
        List<String> columns,
        long limit)
        implements Request {

    /** Lists NumPy's files. */
    enum Kind {
        /** One array. */
        NPY,
        /** An archive of arrays. */
        NPZ;

        /**
         * Returns the kind that {@code --as} or else the ending of the output states. Empty if they state text.
         *
         * @throws IllegalArgumentException if they contradict each other
         */
        static Optional<Kind> of(String output, Optional<String> typed) {
            return OutputEnding.exported(output, typed, Kind::named);
        }

        private static Optional<Kind> named(String word) {
            return Arrays.stream(values())
                    .filter(kind -> kind.name().equalsIgnoreCase(word))
                    .findFirst();
        }
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<InputFile> files = InputFile.expandForProof(terminal, words, sets);
        new OutputCheck(terminal).reads(files).writes(target.output());
        target.check(terminal);
        ExitCode proven = EachFile.prove(terminal, files, read::proveFirstRecord);
        if (proven != ExitCode.FINE) {
            return proven;
        }
        try (Spool spool = Spool.of(files)) {
            List<ByteSource> sources = spool.sources();
            ArraySurvey survey = new ArraySurvey(columns);
            ExportedRecords records = new ExportedRecords(read, limit);
            long rows;
            try (ProgressBar progress = ProgressBar.over(terminal, "survey", sources)) {
                rows = records.each(sources, progress, reader -> survey.add(reader, ExportedRecords.example(reader)));
            }
            Map<String, ArraySurvey.Column> arrays = survey.columns();
            if (kind == Kind.NPY && arrays.size() > 1) {
                throw new UsageException(target.output() + ": an .npy file has one array, but the records have "
                        + String.join(", ", arrays.keySet()) + "; choose one with --columns, or use --as npz");
            }
            try (ProgressBar progress = ProgressBar.over(terminal, "export", sources)) {
                if (kind == Kind.NPY) {
                    Map.Entry<String, ArraySurvey.Column> only =
                            arrays.entrySet().iterator().next();
                    try (NpyWriter writer = NpyWriter.create(
                            target.sink(terminal), only.getValue().array(rows))) {
                        write(records, sources, progress, only.getKey(), writer);
                    }
                } else {
                    try (NpzWriter archive = NpzWriter.create(target.sink(terminal))) {
                        for (Map.Entry<String, ArraySurvey.Column> each : arrays.entrySet()) {
                            NpyWriter writer =
                                    archive.add(each.getKey(), each.getValue().array(rows));
                            write(records, sources, progress, each.getKey(), writer);
                        }
                        archive.commit();
                    }
                }
            }
        }
        return ExitCode.FINE;
    }

    private static void write(
            ExportedRecords records, List<ByteSource> sources, ProgressBar progress, String name, NpyWriter writer)
            throws IOException {
        ArrayRows rows = new ArrayRows(writer);
        records.each(
                sources,
                progress,
                reader -> rows.add(ExportedRecords.example(reader).feature(name)));
        rows.flush();
        writer.commit();
    }
}
