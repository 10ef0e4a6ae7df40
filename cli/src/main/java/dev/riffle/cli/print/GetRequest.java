package dev.riffle.cli.print;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.Kind;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.internal.ArrayView;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Prints records by number or key.
 *
 * @param numbers the numbers of records in all files; negative numbers count from the end
 * @param last the number of last records to print, instead of numbers
 * @param key the key of the records, instead of numbers
 * @param feature the feature of the key; empty for the key feature of the index
 * @param maxRecord the largest payload to allocate memory for, or empty for half of the heap
 */
record GetRequest(
        String word,
        InputFile.Sets sets,
        List<Long> numbers,
        OptionalLong last,
        Optional<String> key,
        Optional<String> feature,
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
        try (RecordIndex index = open(terminal, files, paths)) {
            List<Long> wanted = key.isEmpty() ? numbered(index.size()) : found(index, key.get());
            for (long number : wanted) {
                if (number < 0 || number >= index.size()) {
                    throw new UsageException(word + ": no record " + asked(number, index.size()) + "; the input has "
                            + (index.size() == 0 ? "no records" : "records 0 to " + (index.size() - 1)));
                }
            }
            print(terminal, files, index, wanted);
            if (wanted.isEmpty() && key.isPresent()) {
                terminal.report(word + ": no record with the key " + key.get()
                        + (feature.isEmpty() && key.get().indexOf('=') > 0
                                ? "; --key takes only the value, and --feature takes the name of the feature"
                                : ""));
                return ExitCode.FINDINGS;
            }
        }
        return ExitCode.FINE;
    }

    /**
     * Returns the requested numbers, counted from the beginning. A number is negative if the files have too few
     * records.
     */
    private List<Long> numbered(long size) {
        return last.isPresent()
                ? LongStream.range(Math.max(0, size - last.getAsLong()), size)
                        .boxed()
                        .toList()
                : numbers.stream()
                        .map(number -> number < 0 ? number + size : number)
                        .toList();
    }

    private static long asked(long number, long size) {
        return number < 0 ? number - size : number;
    }

    private RecordIndex open(Terminal terminal, List<InputFile> files, List<Path> paths) throws IOException {
        IndexOptions options = IndexOptions.defaults().notes(terminal::report);
        if (maxRecord.isPresent()) {
            options = options.maxRecordSize(maxRecord.getAsLong());
        }
        if (paths.stream().anyMatch(Files::isDirectory)) {
            if (key.isPresent()) {
                throw new UsageException(word + ": is a directory, and --key needs files; name the files in it");
            }
            return RecordIndex.ofSources(InputFile.sources(files), options);
        }
        if (key.isPresent()) {
            options = options.key(feature.isPresent() ? feature.get() : feature(paths));
        }
        return RecordIndex.open(paths, options);
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
                word + ": no index with keys found; run 'riffle index --key FEATURE', or add --feature FEATURE");
    }

    /** Returns the numbers of the records with a key. The keys of the index decide whether it is an integer or a text. */
    private List<Long> found(RecordIndex index, String key) throws IOException {
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

    private void print(Terminal terminal, List<InputFile> files, RecordIndex index, List<Long> wanted)
            throws IOException {
        RecordPrinter printer = new RecordPrinter(terminal, form);
        for (long number : wanted) {
            String name = files.get(index.fileOf(number)).name();
            printer.print(name, index.numberInFile(number), array(index.get(number)), index.format(number));
        }
    }

    /** Returns the bytes of a payload as an array, without a copy if the payload fills its array. */
    private static byte[] array(Bytes payload) throws IOException {
        ArrayView view = new ArrayView();
        payload.writeTo(view);
        return view.array().length == payload.size() ? view.array() : payload.toByteArray();
    }
}
