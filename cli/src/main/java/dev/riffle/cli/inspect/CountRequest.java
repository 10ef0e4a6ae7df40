package dev.riffle.cli.inspect;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ParallelFiles;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexState;
import dev.riffle.internal.JsonWriter;
import dev.riffle.scan.ParallelScan;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts the records of each file. */
record CountRequest(List<String> words, InputFile.Sets sets, ReadSettings read, int threads, Trust trust, Style style)
        implements Request {

    /** Lists the sources of the number of records. */
    enum Trust {
        /** The command verifies and counts the records. */
        RECORDS,
        /** The command reads the number from a fresh index file. Without such an index file, it counts the records. */
        INDEX
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<InputFile> files = InputFile.expand(terminal, words, sets);
        LongAdder total = new LongAdder();
        ExitCode code;
        try (ProgressBar progress = ProgressBar.over(terminal, "count", InputFile.sources(files))) {
            code = ParallelFiles.run(terminal, files, threads, style, (out, file, its) -> {
                ProgressBar.Part part = progress.part();
                OptionalLong reported = reported(out, file, part);
                if (reported.isEmpty()) {
                    reported = stored(file, part);
                }
                long count = reported.isPresent() ? reported.getAsLong() : count(file, its, part);
                total.add(count);
                print(out, files.size(), file.name(), count, reported.isPresent() ? "index" : "scan");
                return ExitCode.FINE;
            });
        }
        if (files.size() > 1 && style == Style.TEXT) {
            terminal.printLine(total.sum() + " total");
        }
        return code;
    }

    /**
     * Returns the number in the index file. Empty if the user does not ask for the index, or if the index file is not
     * fresh.
     */
    private OptionalLong reported(Terminal terminal, InputFile file, ProgressBar.Part progress) throws IOException {
        boolean asked = trust == Trust.INDEX
                && read.format().isEmpty()
                && read.compression().isEmpty()
                && file.path().filter(Files::isRegularFile).isPresent();
        if (!asked) {
            return OptionalLong.empty();
        }
        IndexFile index = IndexFile.of(file.path().get());
        OptionalLong reported = index.count();
        if (reported.isPresent()) {
            progress.sourceDone(file.source());
            return reported;
        }
        IndexState state = index.check();
        if (state.kind() == IndexState.Kind.STALE || state.kind() == IndexState.Kind.UNUSABLE) {
            terminal.note(file.name() + ": the index is " + state.kind().name().toLowerCase(Locale.ROOT)
                    + ", and was not used: " + state.reason());
        }
        return reported;
    }

    /** Returns the number of records that a container states. Empty for other files. */
    private OptionalLong stored(InputFile file, ProgressBar.Part progress) throws IOException {
        if (file.source().size().isEmpty()) {
            return OptionalLong.empty();
        }
        RecordFormat format;
        try (RecordReader look = read.open(file.source())) {
            format = look.format();
        }
        if (!format.isContainer()) {
            return OptionalLong.empty();
        }
        try (RecordFile container = RecordFile.open(file.source(), format, read.options())) {
            progress.sourceDone(file.source());
            return container.count();
        }
    }

    private long count(InputFile file, int its, ProgressBar.Part progress) throws IOException {
        try {
            Optional<ParallelScan> parallel = read.parallel(file.source(), its, DamagePolicy.FAIL);
            return parallel.isPresent()
                    ? parallel.get().progress(progress::moved).count()
                    : countInOrder(file, progress);
        } finally {
            progress.sourceDone(file.source());
        }
    }

    private long countInOrder(InputFile file, ProgressBar.Part progress) throws IOException {
        long count = 0;
        try (RecordReader reader = read.open(file.source())) {
            while (reader.next()) {
                count++;
                progress.step(reader);
            }
        }
        return count;
    }

    private void print(Terminal terminal, int files, String name, long count, String by) throws IOException {
        switch (style) {
            case TEXT -> terminal.printLine(files == 1 ? Long.toString(count) : count + " " + name);
            case JSON -> {
                StringBuilder line = new StringBuilder();
                JsonWriter json = new JsonWriter(line);
                json.beginObject().name("file").string(name).name("records").number(count);
                if (trust == Trust.INDEX) {
                    json.name("by").string(by);
                }
                json.endObject();
                terminal.printLine(line.toString());
            }
        }
    }
}
