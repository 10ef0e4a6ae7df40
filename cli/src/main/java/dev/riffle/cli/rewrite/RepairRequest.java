package dev.riffle.cli.rewrite;

import dev.riffle.NestedRecords;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.cli.input.EachFile;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.InputSets;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.input.Spool;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.SecondOutput;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Paint;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.repair.LossReport;
import dev.riffle.repair.RecordRepair;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Copies the intact records of damaged files.
 *
 * @param nested the way to handle records that may be nested
 * @param output the output; empty to write no output
 * @param report the file for the loss report as JSON
 */
record RepairRequest(
        List<String> words,
        ReadSettings read,
        NestedRecords nested,
        Optional<String> output,
        Optional<String> report,
        OutputFiles.Existing existing,
        Style style)
        implements Request {

    /** The beginning of the lines of a report after the first. */
    private static final String REGION = "  ";

    private static final String REMEDY = " for example --format tfrecord --input-compression gzip";

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        InputSets sets = InputSets.find(terminal, words);
        ExitCode setCode = sets.report(terminal);
        List<InputFile> files = sets.files();
        List<String> outputs = outputs(terminal, files);
        check(terminal, files, outputs);
        StringBuilder lines = new StringBuilder();
        ExitCode code;
        try (Spool spool = Spool.of(files);
                SecondOutput second = new SecondOutput(terminal, report.map(file -> new TextOutput(file, existing)));
                ProgressBar progress = ProgressBar.over(terminal, "repair", spool.sources())) {
            if (output.isPresent()) {
                second.withdraw(unfinished(files));
            }
            code = EachFile.run(terminal, files, file -> {
                int number = files.indexOf(file);
                ByteSource source = spool.sources().get(number);
                LossReport loss;
                try {
                    loss = repair(terminal, progress.part(), source, outputs.isEmpty() ? "" : outputs.get(number));
                } catch (IOException | RuntimeException e) {
                    reportFailure(terminal, lines, source.name(), e);
                    throw e;
                }
                second.firstAppeared();
                loss.writeJson(lines);
                lines.append('\n');
                report(terminal, loss);
                return loss.isComplete() ? ExitCode.FINE : ExitCode.FINDINGS;
            });
            if (!second.isOlderKept()) {
                second.write(lines.toString());
            }
        }
        return code.worse(setCode);
    }

    /** Returns the report of a repair that was killed before it could write its report. */
    private static String unfinished(List<InputFile> files) {
        StringBuilder lines = new StringBuilder();
        for (InputFile file : files) {
            EachFile.writeError(
                    new JsonWriter(lines), file.name(), new IOException("the repair has not finished; run it again"));
            lines.append('\n');
        }
        return lines.toString();
    }

    /** Adds the line for a failed input, so that each input has a line. */
    private void reportFailure(Terminal terminal, StringBuilder lines, String name, Exception failure)
            throws IOException {
        StringBuilder line = new StringBuilder();
        EachFile.writeError(new JsonWriter(line), name, failure);
        lines.append(line).append('\n');
        if (style == Style.JSON) {
            print(terminal, line + "\n");
        }
    }

    /**
     * Prints on standard error if the records themselves go to standard output. On standard output, the lines of the
     * lost regions have a colour.
     */
    private void print(Terminal terminal, String text) throws IOException {
        if (output.isPresent() && output.get().equals(Terminal.DASH)) {
            terminal.reportLines(text);
            return;
        }
        for (String line : text.lines().toList()) {
            if (line.startsWith(REGION)) {
                terminal.printLine(Paint.BAD, line);
            } else {
                terminal.printLine(line);
            }
        }
    }

    private LossReport repair(Terminal terminal, ProgressBar.Part progress, ByteSource source, String name)
            throws IOException {
        try {
            return rescue(terminal, progress, source, name);
        } catch (UnrecognizedFileException e) {
            if (read.format().isPresent() && read.compression().isPresent()) {
                throw e;
            }
            throw new IOException(
                    e.getMessage()
                            + "; if it is a record file with a damaged beginning, set its format and compression,"
                            + REMEDY,
                    e);
        }
    }

    private LossReport rescue(Terminal terminal, ProgressBar.Part progress, ByteSource source, String name)
            throws IOException {
        RecordRepair repair =
                RecordRepair.of(source).reading(read.options()).nested(nested).progress(progress::moved);
        if (output.isEmpty()) {
            return repair.examine();
        }
        RecordWriterOptions written = RecordWriterOptions.defaults();
        try (RecordReader look = read.open(source)) {
            RecordFormat format = read.formatOf(source, look).orElse(look.format());
            repair = format == look.format()
                    ? repair
                    : repair.reading(read.options().format(format));
            written = written.format(format).compression(look.compression());
            boolean contradicts = Compression.ofFileName(name)
                    .filter(named -> !named.name().equals(look.compression().name()))
                    .isPresent();
            if (contradicts || name.equals(output.get())) {
                checkEnding(name, format, look.compression());
            }
        }
        if (name.equals(Terminal.DASH)) {
            return repair.copyTo(RecordOutput.sink(new TextOutput(name, existing).sink(terminal), written));
        }
        written = existing == OutputFiles.Existing.REPLACE ? written.overwrite() : written;
        return repair.copyTo(RecordOutput.file(terminal.path(name), written));
    }

    /**
     * Rejects a name whose ending contradicts the input. In a directory, outputs keep the names of their inputs. Then
     * only the ending of a compression counts.
     */
    private static void checkEnding(String name, RecordFormat format, Compression compression) {
        String kept = "repair keeps the format and compression of the input, " + format.title() + " and "
                + OutputEnding.named(compression);
        String remedy = "choose another name, or set --format and --input-compression if they were not detected";
        OutputEnding ending = OutputEnding.ofRecords(name);
        ending.requireFormat(format, kept, remedy);
        ending.requireCompression(compression, kept, remedy);
    }

    private void report(Terminal terminal, LossReport loss) throws IOException {
        if (terminal.isQuiet() && style == Style.TEXT && output.isPresent() && loss.isComplete()) {
            return;
        }
        String text = style == Style.JSON
                ? loss.json() + "\n"
                : Escapes.line(loss.source())
                        + loss.text().substring(loss.source().length());
        print(terminal, text);
        if (loss.records() == 0 && !loss.isComplete() && read.compression().isEmpty()) {
            terminal.report(loss.source() + ": no intact record found when read as "
                    + loss.format().title() + ", "
                    + loss.compression().name()
                    + "; if it has another format or compression and its beginning is damaged, set them,"
                    + REMEDY);
        }
    }

    /** Returns the names of the files to write, one for each input. The list is empty without an output. */
    private List<String> outputs(Terminal terminal, List<InputFile> files) throws IOException {
        if (output.isEmpty()) {
            return List.of();
        }
        String name = output.get();
        boolean directory = !name.equals(Terminal.DASH) && Files.isDirectory(terminal.path(name));
        if (files.size() == 1 && !directory) {
            return List.of(name);
        }
        if (!directory) {
            throw new UsageException(
                    name + ": must be a directory for several files; create it, or repair one file at a time");
        }
        List<String> names = new ArrayList<>();
        for (InputFile file : files) {
            Path path = file.path()
                    .orElseThrow(() -> new UsageException(
                            "-: standard input has no name; choose an output file instead of " + name));
            names.add(name + "/" + path.getFileName());
        }
        return names;
    }

    private void check(Terminal terminal, List<InputFile> files, List<String> outputs) throws IOException {
        OutputCheck check = new OutputCheck(terminal).reads(files);
        if (report.isPresent()) {
            OutputEnding.checkPlain(report.get());
            check.writes(report.get());
            new TextOutput(report.get(), existing).check(terminal);
        }
        if (output.isPresent() && outputs.contains(output.get())) {
            // An ending that Riffle cannot write is wrong for every input.
            OutputEnding.ofRecords(output.get());
        }
        for (String name : outputs) {
            check.writes(name);
            RecordWriterOptions options = RecordWriterOptions.defaults();
            new OutputFiles(name, 0, OutputFiles.Naming.SHARDS, RecordFormat.TFRECORD, existing, options)
                    .check(terminal);
        }
    }
}
