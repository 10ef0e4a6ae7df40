package dev.riffle.cli.convert;

import dev.riffle.RecordReader;
import dev.riffle.cli.input.EachFile;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.input.Spool;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.TextKind;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.output.WholeRows;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.Example;
import dev.riffle.formats.CsvExport;
import dev.riffle.formats.ExampleExport;
import dev.riffle.formats.ExampleWriter;
import dev.riffle.formats.JsonLinesExport;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.CompressedOutput;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes records as text.
 *
 * @param compression the compression of the text
 */
record ExportRequest(
        List<String> words,
        InputFile.Sets sets,
        ReadSettings read,
        TextOutput target,
        Compression compression,
        TextKind kind,
        JsonForm jsonForm,
        Table table,
        long limit)
        implements Request {

    /** Lists the forms of JSON lines. */
    enum JsonForm {
        PLAIN,
        EXACT
    }

    /**
     * Describes the form of a table.
     *
     * @param columns the features that become columns; empty for all features
     */
    record Table(List<String> columns, char delimiter, Optional<String> listSeparator) {}

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<InputFile> files = InputFile.expandForProof(terminal, words, sets);
        new OutputCheck(terminal).reads(files).writes(target.output());
        target.check(terminal);
        ExitCode proven = EachFile.prove(terminal, files, read::proveFirstRecord);
        if (proven != ExitCode.FINE) {
            return proven;
        }
        boolean exact = kind == TextKind.JSON_LINES && jsonForm == JsonForm.EXACT;
        boolean namesWanted = kind != TextKind.JSON_LINES && table.columns().isEmpty();
        if (!exact && !namesWanted) {
            ExampleExport form = kind == TextKind.JSON_LINES ? JsonLinesExport.plain() : csv(table.columns());
            export(terminal, InputFile.sources(files), form);
            return ExitCode.FINE;
        }
        try (Spool spool = Spool.of(files)) {
            export(terminal, spool.sources(), exact ? exact(spool.sources()) : csv(names(terminal, spool.sources())));
        }
        return ExitCode.FINE;
    }

    private ExportedRecords records() {
        return new ExportedRecords(read, limit);
    }

    private ExampleExport exact(List<ByteSource> sources) throws IOException {
        try (RecordReader first = read.open(sources.get(0))) {
            return JsonLinesExport.exact(ExportedRecords.dialect(first));
        }
    }

    private List<String> names(Terminal terminal, List<ByteSource> sources) throws IOException {
        Set<String> names = new TreeSet<>();
        try (ProgressBar progress = ProgressBar.over(terminal, "survey", sources)) {
            records()
                    .each(
                            sources,
                            progress,
                            reader ->
                                    names.addAll(ExportedRecords.example(reader).names()));
        }
        if (names.isEmpty()) {
            throw new UsageException("no feature for a column; --as jsonl also writes records without features");
        }
        return new ArrayList<>(names);
    }

    private ExampleExport csv(List<String> columns) {
        CsvExport csv = CsvExport.of(columns).delimiter(table.delimiter());
        return table.listSeparator().isPresent()
                ? csv.listSeparator(table.listSeparator().get())
                : csv;
    }

    private void export(Terminal terminal, List<ByteSource> sources, ExampleExport form) throws IOException {
        long emptied;
        long exported;
        Set<String> missing = new LinkedHashSet<>(table.columns());
        try (ByteSink.Output output = target.sink(terminal).create();
                CompressedOutput compressed = compression.compress(output)) {
            Writer text = Channels.newWriter(compressed, StandardCharsets.UTF_8);
            WholeRows rows = new WholeRows(text);
            ExampleWriter writer = form.open(rows);
            try (ProgressBar progress = target.isStandardOutput()
                    ? ProgressBar.silent(terminal)
                    : ProgressBar.over(terminal, "export", sources)) {
                MessageLines lines = new MessageLines(rows, jsonForm, writer);
                exported = records().each(sources, progress, reader -> {
                    if (kind != TextKind.JSON_LINES || !lines.write(reader)) {
                        Example example = ExportedRecords.example(reader);
                        writer.write(example);
                        missing.removeIf(column -> example.find(column).isPresent());
                    }
                    writer.flush();
                    rows.endRow();
                });
            } catch (Throwable e) {
                rows.endEarly(compressed, e);
                throw e;
            }
            writer.flush();
            rows.endRow();
            text.flush();
            emptied = writer.emptied();
            if (!missing.isEmpty() && exported > 0) {
                throw new IOException("--columns: no record has a feature named " + String.join(", ", missing)
                        + "; 'riffle info' lists the features");
            }
            compressed.finish();
            output.commit();
        }
        if (exported == 0 && limit > 0) {
            terminal.note("the output has no records, because the input has no records");
        }
        if (emptied > 0) {
            terminal.note(Sizes.count(emptied, "feature")
                    + " without values became empty cells, which an import reads as missing features; JSON lines"
                    + " keep the difference");
        }
    }
}
