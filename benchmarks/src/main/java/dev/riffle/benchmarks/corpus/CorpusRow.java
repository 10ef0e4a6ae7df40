package dev.riffle.benchmarks.corpus;

import dev.riffle.internal.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Holds a line of {@code expected.jsonl}.
 *
 * @param file the file's name
 * @param format {@code tfrecord} or {@code ofrecord}
 * @param compression {@code none}, {@code gzip}, {@code zlib} or {@code snappy}
 * @param strict the number of records that a strict reader returns
 * @param isGood whether a strict reader then returns the end of the file instead of an error
 * @param rescued the payloads that a skipping reader returns, in the form of {@link Outcome}
 */
public record CorpusRow(
        String file, String format, String compression, int strict, boolean isGood, List<String> rescued) {

    static List<CorpusRow> all(Path folder) throws IOException {
        return Files.readAllLines(folder.resolve("expected.jsonl")).stream()
                .map(CorpusRow::of)
                .toList();
    }

    private static CorpusRow of(String line) {
        Map<String, JsonValue> row = members(JsonValue.parse(line));
        Map<String, JsonValue> strict = members(Objects.requireNonNull(row.get("strict")));
        List<String> rescued = ((JsonValue.Items) Objects.requireNonNull(row.get("rescued")))
                .items().stream()
                        .map(CorpusRow::members)
                        .map(payload -> number(payload, "size") + "/" + text(payload, "crc32c"))
                        .toList();
        return new CorpusRow(
                text(row, "file"),
                text(row, "format"),
                text(row, "compression"),
                number(strict, "records"),
                !strict.containsKey("failure"),
                rescued);
    }

    private static Map<String, JsonValue> members(JsonValue value) {
        return ((JsonValue.Members) value).members();
    }

    private static String text(Map<String, JsonValue> members, String name) {
        return ((JsonValue.Text) Objects.requireNonNull(members.get(name))).text();
    }

    private static int number(Map<String, JsonValue> members, String name) {
        return Integer.parseInt(((JsonValue.Number) Objects.requireNonNull(members.get(name))).text());
    }
}
