package dev.riffle.cli.image;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.SkippedRegion;
import dev.riffle.cli.input.InputSets;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.input.Spool;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Notes;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.formats.image.MalformedImageException;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the images of records to files. Examines all records before it writes the first file. So the command writes no
 * files if a name is invalid or duplicate.
 *
 * @param words the record files
 * @param folder the directory to write to, as typed
 */
record ExtractRequest(
        List<String> words,
        ReadSettings read,
        PrintRequest.Damage damage,
        String folder,
        ExtractedName.Source names,
        BadImages bad,
        Style style)
        implements Request {

    /** Handles a record. */
    @FunctionalInterface
    private interface Work {
        void on(RecordReader reader, String place) throws IOException;
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        if (folder.equals(Terminal.DASH)) {
            throw new UsageException("--extract writes files: name a folder with -o, not -");
        }
        InputSets sets = InputSets.find(terminal, words);
        ExitCode setCode = sets.report(terminal);
        try (Spool spool = Spool.of(sets.files());
                ExtractionFolder target = new ExtractionFolder(terminal.path(folder), folder)) {
            ExtractionPlan plan = new ExtractionPlan(names, new Notes(terminal));
            List<SkippedRegion> damaged = new ArrayList<>();
            long skippedRecords = plan(terminal, spool.sources(), plan, damaged);
            target.check(plan.paths());
            extract(terminal, spool.sources(), plan, target);
            target.keep();
            print(terminal, plan);
            return skippedRecords == 0 && damaged.isEmpty() ? setCode : ExitCode.FINDINGS;
        }
    }

    private long plan(Terminal terminal, List<ByteSource> sources, ExtractionPlan plan, List<SkippedRegion> damaged)
            throws IOException {
        long[] skippedRecords = {0};
        DamagePolicy skip = DamagePolicy.skip(region -> {
            damaged.add(region);
            terminal.report(region.cause().getMessage() + "; " + Sizes.count(region.length(), "byte") + " skipped");
        });
        scan(terminal, "survey", sources, skip, (reader, place) -> {
            try {
                plan.add(features(reader), place);
            } catch (UsageException | MalformedMessageException | MalformedImageException e) {
                if (bad == BadImages.REJECTED) {
                    throw new IOException(place + ": " + e.getMessage() + "; --skip-bad skips such records", e);
                }
                plan.leaveOut();
                skippedRecords[0]++;
                terminal.report(place + ": skipped: " + e.getMessage());
            }
        });
        plan.end();
        return skippedRecords[0];
    }

    private void extract(Terminal terminal, List<ByteSource> sources, ExtractionPlan plan, ExtractionFolder target)
            throws IOException {
        int[] number = {0};
        scan(terminal, "extract", sources, DamagePolicy.skip(region -> {}), (reader, place) -> {
            ExtractedName name = plan.name(number[0]++);
            if (name == null) {
                return;
            }
            try {
                target.write(name, plan.content(features(reader), name));
            } catch (MalformedImageException e) {
                throw new IOException(place + ": " + e.getMessage(), e);
            }
        });
        if (plan.hasLabels()) {
            target.write(ExtractionPlan.LABELS, plan.labelsCsv());
        }
    }

    private static ImageFeatures features(RecordReader reader) throws IOException {
        return ImageFeatures.of(reader.payloadBytes(), reader.format());
    }

    private void scan(Terminal terminal, String verb, List<ByteSource> sources, DamagePolicy skip, Work work)
            throws IOException {
        try (ProgressBar progress = ProgressBar.over(terminal, verb, sources)) {
            for (ByteSource source : sources) {
                try (RecordReader reader = open(source, skip)) {
                    while (reader.next()) {
                        work.on(reader, reader.name() + ": record " + reader.index());
                        progress.step(reader);
                    }
                }
                progress.sourceDone(source);
            }
        }
    }

    private RecordReader open(ByteSource source, DamagePolicy skip) throws IOException {
        return damage == PrintRequest.Damage.SKIPPED ? read.openSkipping(source, skip) : read.open(source);
    }

    private void print(Terminal terminal, ExtractionPlan plan) throws IOException {
        if (style == Style.TEXT) {
            terminal.printSummary(folder + ": " + Sizes.count(plan.images(), "image")
                    + (plan.hasLabels() ? ", and their labels in " + ExtractionPlan.LABELS.path() : ""));
            return;
        }
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject().name("folder").string(folder).name("images").number(plan.images());
        if (plan.hasLabels()) {
            json.name("labels_file").string(ExtractionPlan.LABELS.path());
        }
        json.endObject();
        terminal.printLine(line.toString());
    }
}
