package dev.riffle.cli.image;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.output.ExampleColumns;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.OutputWriter;
import dev.riffle.cli.output.SecondOutput;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.output.WrittenFiles;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.Example;
import dev.riffle.formats.image.MalformedImageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Creates records from images.
 *
 * @param folder the directory of the images, as typed
 * @param seed the seed of a shuffle; empty to keep the order
 */
record ImagesRequest(
        String folder, Labelling labelling, OptionalLong seed, BadImages bad, OutputFiles target, Style style)
        implements Request {

    private static final int LISTED_FILES = 5;

    /**
     * Describes the source of the labels.
     *
     * @param table the CSV file as typed; empty for the names of subdirectories
     * @param first the number of the first label; empty for 0
     * @param out the file for the names; empty for none
     */
    record Labelling(Optional<String> table, OptionalLong first, Optional<TextOutput> out) {}

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        Optional<InputFile> table = labelling.table().isPresent()
                ? Optional.of(
                        InputFile.expand(terminal, List.of(labelling.table().get()))
                                .get(0))
                : Optional.empty();
        checkOutputs(terminal, table);
        target.check(terminal);
        String shown = folder.length() > 1 && folder.endsWith("/") ? folder.substring(0, folder.length() - 1) : folder;
        List<ImageEntry> entries = new ArrayList<>();
        int[] missing = {0};
        ImageFolder.Missing whenMissing = file -> {
            if (bad == BadImages.REJECTED) {
                throw file;
            }
            missing[0]++;
            terminal.report(file.getFile() + ": skipped: " + file.getReason());
        };
        ClassLabels labels = list(terminal, shown, table, entries, whenMissing);
        checkEntries(terminal, entries);
        if (labelling.out().isPresent()) {
            checkNames(labels.names());
            labelling.out().get().check(terminal);
        }
        seed.ifPresent(number -> Collections.shuffle(entries, new Random(number)));
        int all = entries.size() + missing[0];
        if (bad == BadImages.LEFT_OUT) {
            leaveOutBad(terminal, entries);
        }
        WrittenFiles files;
        try (SecondOutput names = new SecondOutput(terminal, labelling.out())) {
            names.withdraw();
            files = write(terminal, entries, labels);
            names.firstAppeared();
            names.write(String.join(
                    "", labels.names().stream().map(name -> name + "\n").toList()));
        }
        if (!target.isStandardOutput()) {
            new ImagesSummary(files, labels).print(terminal, style);
        }
        files.noteMissing(terminal, entries.isEmpty() ? "no images were found in " + shown : "");
        return entries.size() < all ? ExitCode.FINDINGS : ExitCode.FINE;
    }

    private void checkOutputs(Terminal terminal, Optional<InputFile> table) throws IOException {
        OutputCheck check = new OutputCheck(terminal)
                .reads(terminal.path(folder), folder)
                .reads(table.stream().toList())
                .writes(target);
        if (labelling.out().isPresent()) {
            check.writes(labelling.out().get().output());
        }
    }

    /** Checks links in the directory: their targets may be the outputs of this command. */
    private void checkEntries(Terminal terminal, List<ImageEntry> entries) throws IOException {
        if (target.existing() == OutputFiles.Existing.REJECT) {
            return;
        }
        OutputCheck check = new OutputCheck(terminal);
        for (ImageEntry entry : entries) {
            if (Files.isSymbolicLink(entry.path())) {
                check.reads(entry.path(), entry.shown());
            }
        }
        check.writes(target);
        if (labelling.out().isPresent()) {
            check.writes(labelling.out().get().output());
        }
    }

    private ClassLabels list(
            Terminal terminal,
            String shown,
            Optional<InputFile> csv,
            List<ImageEntry> entries,
            ImageFolder.Missing missing)
            throws IOException {
        Path path = terminal.path(folder);
        if (csv.isEmpty()) {
            ImageFolder listed = ImageFolder.list(path, shown, missing);
            entries.addAll(listed.entries());
            return ClassLabels.counted(listed.labels(), labelling.first());
        }
        ImageFolder.children(path, shown);
        LabelTable table = LabelTable.read(csv.get());
        entries.addAll(table.entries(terminal, path, shown, missing));
        List<String> unlisted = table.unlisted(path, shown);
        if (!unlisted.isEmpty()) {
            terminal.note(Sizes.count(unlisted.size(), "file") + " in " + shown + " without a label in "
                    + table.name() + " skipped: "
                    + Escapes.visible(String.join(", ", unlisted.subList(0, Math.min(LISTED_FILES, unlisted.size()))))
                    + (unlisted.size() > LISTED_FILES ? ", ..." : ""));
        }
        ClassLabels labels = ClassLabels.of(
                entries.stream().map(entry -> entry.label().orElse("")).toList(), labelling.first());
        labels.note().ifPresent(note -> terminal.note(table.name() + ": " + note));
        return labels;
    }

    private void checkNames(List<String> names) throws UsageException {
        if (names.isEmpty()) {
            throw new UsageException("--labels-out: no labels with names; omit this flag");
        }
        for (String name : names) {
            if (name.indexOf('\n') >= 0 || name.indexOf('\r') >= 0) {
                throw new UsageException(
                        "--labels-out: a label has a line break in its name; rename it: " + Escapes.visible(name));
            }
        }
    }

    private void leaveOutBad(Terminal terminal, List<ImageEntry> entries) throws IOException {
        try (ProgressBar progress = progress(terminal, "survey", entries)) {
            List<ImageEntry> good = new ArrayList<>();
            for (ImageEntry entry : entries) {
                Optional<String> problem = ImageExamples.problem(entry);
                if (problem.isEmpty()) {
                    good.add(entry);
                } else {
                    terminal.report(entry.shown() + ": skipped: " + problem.get());
                }
                progress.itemDone(entry.size());
            }
            entries.clear();
            entries.addAll(good);
        }
    }

    private static ProgressBar progress(Terminal terminal, String verb, List<ImageEntry> entries) {
        long bytes = entries.stream().mapToLong(ImageEntry::size).sum();
        return ProgressBar.overItems(terminal, verb, entries.size(), bytes);
    }

    private WrittenFiles write(Terminal terminal, List<ImageEntry> entries, ClassLabels labels) throws IOException {
        ImageExamples examples = new ImageExamples(labels);
        ExampleColumns columns = new ExampleColumns();
        try (ProgressBar progress = progress(terminal, "images", entries);
                OutputWriter writer = OutputWriter.open(terminal, target, entries.size());
                ImageReading reading = new ImageReading(
                        entries, entry -> example(examples, entry, columns).toByteArray(target.dialect()))) {
            for (ImageEntry entry : entries) {
                writer.write(reading.next());
                progress.itemDone(entry.size());
            }
            writer.schema(columns);
            return writer.commit();
        }
    }

    private static Example example(ImageExamples examples, ImageEntry entry, ExampleColumns columns)
            throws IOException {
        try {
            Example example = examples.read(entry);
            columns.add(example);
            return example;
        } catch (MalformedImageException e) {
            throw new IOException(entry.shown() + ": " + e.getMessage() + "; --skip-bad skips such files", e);
        }
    }
}
