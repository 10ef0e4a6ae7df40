package dev.riffle.cli.image;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.output.TextKind;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.Example;
import dev.riffle.example.Kind;
import dev.riffle.formats.ColumnTypes;
import dev.riffle.formats.CsvImport;
import dev.riffle.formats.ExampleReader;
import dev.riffle.internal.Utf8;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Maps files to labels, from a CSV file. */
final class LabelTable {

    private static final String FILE = "file";
    private static final String LABEL = "label";

    private final Map<String, String> labels = new LinkedHashMap<>();
    private final Map<String, Long> lines = new LinkedHashMap<>();
    private final InputFile csv;

    private LabelTable(InputFile csv) {
        this.csv = csv;
    }

    /** Reads a table with two columns. A first line "file,label" is a header. */
    static LabelTable read(InputFile csv) throws IOException {
        LabelTable table = new LabelTable(csv);
        char delimiter = TextKind.byEnding(csv.name()).orElse(TextKind.CSV).delimiter();
        ColumnTypes types = ColumnTypes.of(Map.of(FILE, Kind.BYTES, LABEL, Kind.BYTES));
        try (ExampleReader rows = CsvImport.of(csv.source())
                .columns(List.of(FILE, LABEL))
                .delimiter(delimiter)
                .open(types)) {
            boolean first = true;
            while (rows.next()) {
                String file = cell(rows, FILE);
                String label = cell(rows, LABEL);
                boolean header = first && file.equalsIgnoreCase(FILE) && label.equalsIgnoreCase(LABEL);
                first = false;
                if (!header) {
                    table.add(file, label, rows.line());
                }
            }
        }
        if (table.labels.isEmpty()) {
            throw new UsageException(csv.name() + ": no labels found; each line must be a file and its label");
        }
        return table;
    }

    /** Returns the name of the table in messages. */
    String name() {
        return csv.name();
    }

    private static String cell(ExampleReader rows, String column) throws IOException {
        Example row = rows.example();
        String text = row.find(column).map(feature -> feature.utf8Value()).orElse("");
        if (text.isEmpty()) {
            throw new UsageException(rows.source() + ": line " + rows.line() + ": the " + column + " is missing");
        }
        return text;
    }

    private void add(String file, String label, long line) throws UsageException {
        String place = csv.name() + ": line " + line + ": ";
        for (String part : file.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                throw new UsageException(place + "the file must be a path inside the folder: " + Escapes.visible(file));
            }
        }
        if (labels.putIfAbsent(file, label) != null) {
            throw new UsageException(place + Escapes.visible(file) + " already has a label in line " + lines.get(file));
        }
        lines.put(file, line);
    }

    /** Returns the files of the table in a directory, in the order of their names' bytes. */
    List<ImageEntry> entries(Terminal terminal, Path folder, String shown, ImageFolder.Missing missing)
            throws IOException {
        List<ImageEntry> entries = new ArrayList<>();
        for (Map.Entry<String, String> row : labels.entrySet()) {
            String file = row.getKey();
            Path path = terminal.in(folder).path(file);
            ImageFolder.entry(path, shown + "/" + file, file, Optional.of(row.getValue()), missing)
                    .ifPresent(entries::add);
        }
        entries.sort(Comparator.comparing(ImageEntry::name, Utf8::compare));
        return entries;
    }

    /** Returns the files in and below a directory that are not in the table, without the table itself. */
    List<String> unlisted(Path folder, String shown) throws IOException {
        List<String> unlisted = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        collect(folder, shown, "", unlisted, seen);
        return unlisted;
    }

    private void collect(Path folder, String shown, String prefix, List<String> unlisted, Set<Path> seen)
            throws IOException {
        // A link can lead back to a directory that was visited.
        if (!seen.add(folder.toRealPath())) {
            return;
        }
        for (Path path : ImageFolder.children(folder, shown)) {
            String name = prefix + path.getFileName();
            if (Files.isDirectory(path)) {
                collect(path, shown + "/" + path.getFileName(), name + "/", unlisted, seen);
            } else if (!labels.containsKey(name) && !isTable(path)) {
                unlisted.add(name);
            }
        }
    }

    private boolean isTable(Path path) throws IOException {
        return csv.path().isPresent()
                && Files.exists(path)
                && Files.isSameFile(path, csv.path().get());
    }
}
