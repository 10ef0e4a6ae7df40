package dev.riffle.cli.inspect;

import dev.riffle.cli.input.EachFile;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Paint;
import dev.riffle.cli.terminal.PaintedText;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.IndexReport;
import dev.riffle.index.IndexState;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes the indexes of files, or prints them.
 *
 * @param key the feature whose values are keys
 * @param missing what happens to a file in which no record has a key
 * @param export the file for the offsets as text
 * @param imported the text to create an index from
 * @param maxRecord the largest payload to allocate memory for, or empty for half of the heap
 * @param memory the memory for keys while an index is built, in bytes, or empty for the default
 * @param threads the number of threads that scan a file
 */
record IndexRequest(
        List<String> words,
        InputFile.Sets sets,
        Work work,
        Optional<String> key,
        MissingKeys missing,
        Optional<TextOutput> export,
        Optional<String> imported,
        OptionalLong maxRecord,
        OptionalLong memory,
        int threads,
        Style style)
        implements Request {

    /** Lists what can happen to a file in which no record has a key. */
    enum MissingKeys {
        FAIL,
        KEEP
    }

    /** Lists the kinds of work on the index of each file. */
    enum Work {
        BUILD,
        REBUILD,
        CHECK,
        REMOVE,
        EXPORT,
        IMPORT
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<InputFile> files = InputFile.expand(terminal, words, sets);
        for (InputFile file : files) {
            if (file.path().isEmpty()) {
                throw new UsageException("-: standard input cannot have an index; save it to a file first");
            }
        }
        if (files.size() > 1 && (work == Work.EXPORT || work == Work.IMPORT)) {
            throw new UsageException("--export and --import take one file; files found: " + files.size());
        }
        if (export.isPresent()) {
            new OutputCheck(terminal).reads(files).writes(export.get().output());
        }
        try (ProgressBar progress = ProgressBar.over(terminal, "index", InputFile.sources(files))) {
            return EachFile.run(terminal, files, style, file -> work(terminal, file, progress.part()));
        }
    }

    private ExitCode work(Terminal terminal, InputFile file, ProgressBar.Part progress) throws IOException {
        Path path = file.path().orElseThrow();
        if (Files.isDirectory(path)) {
            // A directory that has no record files, or that cannot be read, has a failure of its own.
            file.source().size();
            throw new UsageException(file.name() + ": is a directory; name the files in it");
        }
        IndexFile index = IndexFile.of(path);
        switch (work) {
            case BUILD, REBUILD -> build(terminal, file, index, progress);
            case CHECK -> {
                return check(terminal, file, index, progress);
            }
            case REMOVE -> remove(terminal, file, index);
            case EXPORT -> export(terminal, file, index);
            case IMPORT -> importText(terminal, file, index);
        }
        return ExitCode.FINE;
    }

    private void build(Terminal terminal, InputFile file, IndexFile index, ProgressBar.Part progress)
            throws IOException {
        Optional<String> before = index.keyFeature();
        boolean keysThere = key.isEmpty() || key.equals(before);
        if (work == Work.BUILD && keysThere && index.check().kind() == IndexState.Kind.FRESH) {
            OptionalLong count = index.count();
            if (count.isPresent()) {
                progress.sourceDone(file.source());
                printFresh(terminal, file, count.getAsLong());
                return;
            }
        }
        IndexOptions options = options().progress(progress::moved);
        if (memory.isPresent()) {
            options = options.keyMemory(memory.getAsLong());
        }
        Optional<String> wanted = key.isPresent() ? key : before;
        if (wanted.isPresent()) {
            options = options.key(wanted.get());
            if (missing == MissingKeys.KEEP) {
                options = options.allowMissingKeys();
            }
        }
        IndexReport report = index.build(options);
        if (before.isPresent() && wanted.isPresent() && !before.equals(wanted)) {
            terminal.note(file.name() + ": the keys of " + wanted.get() + " replace those of " + before.get()
                    + "; an index has the keys of one feature");
        }
        printBuilt(terminal, file, report);
    }

    private IndexOptions options() {
        IndexOptions options = IndexOptions.defaults().threads(threads);
        return maxRecord.isPresent() ? options.maxRecordSize(maxRecord.getAsLong()) : options;
    }

    private ExitCode check(Terminal terminal, InputFile file, IndexFile index, ProgressBar.Part progress)
            throws IOException {
        IndexState state = index.verify(options().progress(progress::moved));
        progress.sourceDone(file.source());
        String kind = state.kind().name().toLowerCase(Locale.ROOT);
        switch (style) {
            case TEXT -> {
                PaintedText line = new PaintedText(terminal.screen()).plain(Escapes.line(file.name()) + ": ");
                line.painted(state.kind() == IndexState.Kind.FRESH ? Paint.GOOD : Paint.BAD, kind);
                line.plain(Escapes.line(state.reason().isEmpty() ? "" : ": " + state.reason()));
                terminal.print(line.plain("\n"));
            }
            case JSON -> {
                StringBuilder line = new StringBuilder();
                JsonWriter json = new JsonWriter(line);
                json.beginObject().name("file").string(file.name());
                json.name("index").string(kind);
                if (!state.reason().isEmpty()) {
                    json.name("reason").string(state.reason());
                }
                json.endObject();
                terminal.printLine(line.toString());
            }
        }
        return state.kind() == IndexState.Kind.FRESH ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    private void remove(Terminal terminal, InputFile file, IndexFile index) throws IOException {
        boolean removed = index.remove();
        if (!removed) {
            // A file that does not exist is a failure, unless its index remained.
            file.source().size();
        }
        switch (style) {
            case TEXT -> terminal.printSummary(file.name() + ": " + (removed ? "index removed" : "no index found"));
            case JSON -> {
                StringBuilder line = new StringBuilder();
                new JsonWriter(line)
                        .beginObject()
                        .name("file")
                        .string(file.name())
                        .name("removed")
                        .bool(removed)
                        .endObject();
                terminal.printLine(line.toString());
            }
        }
    }

    private void export(Terminal terminal, InputFile file, IndexFile index) throws IOException {
        TextOutput target = export.orElseThrow();
        target.check(terminal);
        long records = index.exportText(target.sink(terminal), options().notes(terminal::note));
        if (target.isStandardOutput()) {
            return;
        }
        switch (style) {
            case TEXT -> terminal.printSummary(target.output() + ": offsets of " + Sizes.count(records, "record"));
            case JSON -> {
                StringBuilder line = new StringBuilder();
                new JsonWriter(line)
                        .beginObject()
                        .name("file")
                        .string(file.name())
                        .name("text")
                        .string(target.output())
                        .name("records")
                        .number(records)
                        .endObject();
                terminal.printLine(line.toString());
            }
        }
    }

    private void importText(Terminal terminal, InputFile file, IndexFile index) throws IOException {
        Optional<String> before = index.keyFeature();
        IndexReport report = index.importText(text(terminal));
        if (before.isPresent() && report.key().isEmpty()) {
            terminal.note(file.name() + ": the keys of " + before.get()
                    + " are no longer in the index, because the text has no keys; 'riffle index --key " + before.get()
                    + "' adds them");
        }
        printBuilt(terminal, file, report);
    }

    private ByteSource text(Terminal terminal) throws IOException {
        String name = imported.orElseThrow();
        return name.equals(Terminal.DASH)
                ? ByteSource.of(terminal.in(), InputFile.STANDARD_INPUT)
                : InputFile.of(terminal, terminal.path(name)).source();
    }

    private void printFresh(Terminal terminal, InputFile file, long records) throws IOException {
        switch (style) {
            case TEXT ->
                terminal.printSummary(file.name() + ": " + Sizes.count(records, "record") + ", the index is fresh");
            case JSON -> terminal.printLine(json(file, records, false).endObjectText());
        }
    }

    private void printBuilt(Terminal terminal, InputFile file, IndexReport report) throws IOException {
        switch (style) {
            case TEXT -> {
                StringBuilder line = new StringBuilder(file.name() + ": " + Sizes.count(report.records(), "record")
                        + ", index of " + Sizes.bytes(report.bytes()));
                if (report.key().isPresent()) {
                    line.append(", keys of ").append(report.key().get());
                    if (report.withoutKey() > 0) {
                        line.append(", ")
                                .append(Sizes.count(report.withoutKey(), "record"))
                                .append(" without");
                    }
                }
                terminal.printSummary(line.toString());
            }
            case JSON -> {
                Line line = json(file, report.records(), true);
                line.json.name("bytes").number(report.bytes());
                if (report.key().isPresent()) {
                    line.json.name("key").string(report.key().get());
                    line.json.name("without_key").number(report.withoutKey());
                }
                terminal.printLine(line.endObjectText());
            }
        }
    }

    private record Line(StringBuilder text, JsonWriter json) {
        String endObjectText() {
            json.endObject();
            return text.toString();
        }
    }

    private static Line json(InputFile file, long records, boolean built) {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text)
                .beginObject()
                .name("file")
                .string(file.name())
                .name("records")
                .number(records)
                .name("built")
                .bool(built);
        return new Line(text, json);
    }
}
