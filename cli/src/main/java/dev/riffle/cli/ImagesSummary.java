package dev.riffle.cli;

import dev.riffle.internal.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code riffle images} has written.
 *
 * @param files the names of the record files
 * @param counts how many records each of them has
 */
record ImagesSummary(List<String> files, ClassLabels labels, List<Long> counts) {

    private static final int LISTED_LABELS = 20;

    void print(Terminal terminal, Style style) throws IOException {
        List<String> names = labels.names();
        if (style == Style.TEXT) {
            List<String> listed = new ArrayList<>();
            for (String name : names.subList(0, Math.min(names.size(), LISTED_LABELS))) {
                listed.add(labels.number(name) + " " + Escapes.visible(name));
            }
            if (!names.isEmpty()) {
                terminal.printLine("labels: " + String.join(", ", listed)
                        + (names.size() > LISTED_LABELS ? ", ... " + Sizes.grouped(names.size()) + " in all" : ""));
            }
            for (int i = 0; i < files.size(); i++) {
                terminal.printLine(files.get(i) + ": " + Sizes.count(counts.get(i), "record"));
            }
            return;
        }
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject()
                .name("records")
                .number(counts.stream().mapToLong(Long::longValue).sum());
        if (!names.isEmpty()) {
            json.name("first_label").number(labels.number(names.get(0)));
        }
        json.name("labels").beginArray();
        names.forEach(json::string);
        json.endArray().name("files").beginArray();
        for (int i = 0; i < files.size(); i++) {
            json.beginObject().name("file").string(files.get(i));
            json.name("records").number(counts.get(i)).endObject();
        }
        json.endArray().endObject();
        terminal.printLine(line.toString());
    }
}
