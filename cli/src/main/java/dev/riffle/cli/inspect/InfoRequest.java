package dev.riffle.cli.inspect;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.cli.input.EachFile;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.InputSets;
import dev.riffle.cli.input.LeftoverNotes;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;

/**
 * Prints summaries of files.
 *
 * @param sample the number of records of each file to examine
 */
record InfoRequest(List<String> words, ReadSettings read, int sample, Style style) implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        InputSets sets = InputSets.find(terminal, words);
        ExitCode setCode = sets.report(terminal);
        ExitCode code;
        try (ProgressBar progress = ProgressBar.over(terminal, "info", InputFile.sources(sets.files()))) {
            code = EachFile.run(terminal, sets.files(), style, file -> info(terminal, file, progress));
        }
        LeftoverNotes.report(terminal, sets, style);
        return code.worse(setCode);
    }

    private ExitCode info(Terminal terminal, InputFile file, ProgressBar progress) throws IOException {
        FileSummary summary = new FileSummary(file.name(), file.source().size());
        try (RecordReader reader = read.openSkipping(file.source(), DamagePolicy.skip(summary::skipped))) {
            RecordFormat format = read.formatOf(file.source(), reader).orElse(reader.format());
            summary.recognized(format, reader.compression());
            while (reader.next()) {
                add(summary, reader);
                progress.step(reader);
            }
        } catch (UnrecognizedFileException e) {
            summary.looksLike(e.looksLike());
        } catch (CorruptRecordException e) {
            summary.damaged(e);
        }
        progress.sourceDone(file.source());
        switch (style) {
            case TEXT -> terminal.print(SummaryPrinter.text(summary, terminal.screen()));
            case JSON -> terminal.print(SummaryPrinter.json(summary));
        }
        return summary.problem().isPresent() ? ExitCode.FINDINGS : ExitCode.FINE;
    }

    private void add(FileSummary summary, RecordReader reader) throws IOException {
        try {
            summary.add(reader, sample);
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(reader, e);
        }
    }
}
