package dev.riffle.cli.print;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.SkippedRegion;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ThreadsFlag;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.Kind;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.index.StaleIndexException;
import dev.riffle.internal.ArrayView;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Prints records by number or key.
 *
 * @param numbers the numbers of records in all files; negative numbers count from the end
 * @param last the number of last records to print, instead of numbers
 * @param lookup the key of the records, instead of numbers
 * @param key the feature of the key; empty for the key feature of the index
 * @param damage what to do at damage
 * @param maxRecord the largest payload to allocate memory for, or empty for half of the heap
 */
record GetRequest(
        String word,
        InputFile.Sets sets,
        List<Long> numbers,
        OptionalLong last,
        Optional<String> lookup,
        Optional<String> key,
        PrintRequest.Damage damage,
        OptionalLong maxRecord,
        RecordPrinter.Form form)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<InputFile> files = InputFile.expand(terminal, List.of(word), sets);
        List<Path> paths = new ArrayList<>();
        for (InputFile file : files) {
            paths.add(file.path()
                    .orElseThrow(() -> new UsageException(
                            "-: standard input does not support random access; use 'riffle cat --from N --limit 1'")));
        }
        int[] printed = {0};
        Set<String> rebuilt = new HashSet<>();
        boolean usesIndexFiles = true;
        while (true) {
            try (RecordIndex index = open(terminal, files, paths, usesIndexFiles)) {
                return run(terminal, files, index, printed);
            } catch (StaleIndexException e) {
                if (printed[0] > 0) {
                    // The printed records may be wrong.
                    throw e;
                }
                usesIndexFiles = rebuilt.add(e.source()) && rebuild(terminal, e);
            } catch (CorruptRecordException e) {
                if (damage != PrintRequest.Damage.SKIPPED || !usesIndexFiles || printed[0] > 0) {
                    throw e;
                }
                // A scan of the files can skip the damage.
                usesIndexFiles = false;
            }
        }
    }

    private ExitCode run(Terminal terminal, List<InputFile> files, RecordIndex index, int[] printed)
            throws IOException {
        ExitCode code = report(terminal, index);
        List<Long> wanted = lookup.isEmpty() ? numbered(terminal, index) : found(index, lookup.get());
        print(terminal, files, index, wanted, printed);
        if (wanted.isEmpty() && lookup.isPresent()) {
            terminal.report(word + ": no record with the key " + lookup.get()
                    + (key.isEmpty() && lookup.get().indexOf('=') > 0
                            ? "; --lookup takes only the value, and --key takes the name of the feature"
                            : ""));
            return ExitCode.FINDINGS;
        }
        if (wanted.isEmpty() && last.isPresent()) {
            terminal.note(word + " has no records");
        }
        return code;
    }

    /** Builds a stale index file again. Returns false if the command must scan the files instead. */
    private boolean rebuild(Terminal terminal, StaleIndexException stale) throws IOException {
        IndexFile index = IndexFile.of(Path.of(stale.source()));
        Optional<String> feature = index.keyFeature();
        try {
            index.build(feature.isPresent() ? options().key(feature.get()).allowMissingKeys() : options());
            note(terminal, index.path() + ": stale, built again: " + stale.difference());
            return true;
        } catch (IOException e) {
            // The scan of the files also works without the index, and may skip damage.
            note(
                    terminal,
                    index.path() + ": stale, not built again: " + stale.difference() + "; " + Failures.message(e));
            return false;
        }
    }

    private static void note(Terminal terminal, String note) {
        terminal.note(Escapes.visible(note));
    }

    /** Reports the damaged regions of the files. */
    private static ExitCode report(Terminal terminal, RecordIndex index) {
        for (SkippedRegion region : index.damagedRegions()) {
            terminal.report(region.cause().getMessage() + "; " + Sizes.count(region.length(), "byte") + " skipped");
        }
        return index.damagedRegions().isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    /**
     * Returns the records with the requested numbers. As in {@code cat --skip-damage}, each damaged region counts as
     * one record.
     */
    private List<Long> numbered(Terminal terminal, RecordIndex index) throws IOException {
        if (numbers.size() > 1 || last.orElse(1) > 1) {
            // A later record may show that the index is stale, after wrong records were printed.
            index.confirm();
        }
        if (last.isPresent()) {
            return LongStream.range(Math.max(0, index.size() - last.getAsLong()), index.size())
                    .boxed()
                    .toList();
        }
        IndexNumbers numbered = new IndexNumbers(index);
        List<Long> found = new ArrayList<>();
        for (long number : numbers) {
            long asked = number < 0 ? number + numbered.count() : number;
            if (asked < 0 || asked >= numbered.count()) {
                index.confirm();
                throw new UsageException(word + ": no record " + number + "; the input has "
                        + (numbered.count() == 0 ? "no records" : "records 0 to " + (numbered.count() - 1)));
            }
            OptionalLong record = numbered.find(asked);
            if (record.isPresent()) {
                found.add(record.getAsLong());
            } else {
                terminal.report(word + ": record " + asked + " is damaged");
            }
        }
        return found;
    }

    private IndexOptions options() {
        IndexOptions options = IndexOptions.defaults().threads(ThreadsFlag.all());
        return maxRecord.isPresent() ? options.maxRecordSize(maxRecord.getAsLong()) : options;
    }

    private RecordIndex open(Terminal terminal, List<InputFile> files, List<Path> paths, boolean usesIndexFiles)
            throws IOException {
        IndexOptions options = options().notes(note -> note(terminal, note));
        if (damage == PrintRequest.Damage.SKIPPED && skipDamage(files)) {
            options = options.damage(DamagePolicy.skip(region -> {}));
        }
        boolean hasDirectory = paths.stream().anyMatch(Files::isDirectory);
        if (lookup.isPresent()) {
            if (hasDirectory) {
                throw new UsageException(word + ": is a directory, and --lookup needs files; name the files in it");
            }
            options = options.key(key.isPresent() ? key.get() : feature(paths));
        }
        return hasDirectory || !usesIndexFiles
                ? RecordIndex.openSources(InputFile.sources(files), options)
                : RecordIndex.open(paths, options);
    }

    /** Returns whether a reader can skip damage in all files. */
    private static boolean skipDamage(List<InputFile> files) throws IOException {
        for (InputFile file : files) {
            try (RecordReader reader = RecordReader.open(file.source())) {
                if (!reader.format().skipsDamage()) {
                    return false;
                }
            }
        }
        return true;
    }

    private String feature(List<Path> paths) throws IOException {
        for (Path path : paths) {
            IndexFile index = IndexFile.of(path);
            // The failure for a missing file comes first.
            index.count();
            Optional<String> found = index.keyFeature();
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new UsageException(
                word + ": no index with keys found; run 'riffle index --key FEATURE', or add --key FEATURE");
    }

    /**
     * Returns the numbers of the records with a key. The kinds of the keys decide whether the key is an integer or a
     * text.
     */
    private List<Long> found(RecordIndex index, String key) throws IOException {
        // A record that the index does not list may have the key too.
        index.confirm();
        TreeSet<Long> found = new TreeSet<>();
        if (index.keyKinds().contains(Kind.BYTES)) {
            for (long record : index.findAll(Bytes.ofUtf8(key))) {
                found.add(record);
            }
        }
        if (index.keyKinds().contains(Kind.INT64)) {
            try {
                for (long record : index.findAll(Long.parseLong(key))) {
                    found.add(record);
                }
            } catch (NumberFormatException e) {
                if (!index.keyKinds().contains(Kind.BYTES)) {
                    throw new UsageException(word + ": the keys are int64 values; expected an integer, found: " + key);
                }
            }
        }
        return List.copyOf(found);
    }

    /** Prints the records and counts them. */
    private void print(Terminal terminal, List<InputFile> files, RecordIndex index, List<Long> wanted, int[] printed)
            throws IOException {
        RecordPrinter printer = new RecordPrinter(terminal, form);
        for (long number : wanted) {
            // A damaged index file can be built again only before the first record is printed.
            index.place(number);
        }
        for (long number : wanted) {
            String name = files.get(index.fileOf(number)).name();
            printer.print(name, index.numberInFile(number), array(index.get(number)), index.format(number));
            printed[0]++;
        }
    }

    /** Returns the bytes of a payload as an array, without a copy if the payload fills its array. */
    private static byte[] array(Bytes payload) throws IOException {
        ArrayView view = new ArrayView();
        payload.writeTo(view);
        return view.array().length == payload.size() ? view.array() : payload.toByteArray();
    }
}
