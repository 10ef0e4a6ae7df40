package dev.riffle.cli.image;

import dev.riffle.cli.output.WrittenFiles;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints the result of {@code riffle images}.
 *
 * @param files the record files
 * @param labels the labels of their images
 */
record ImagesSummary(WrittenFiles files, ClassLabels labels) {

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
            files.print(terminal);
            return;
        }
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject().name("records").number(files.records());
        if (!names.isEmpty()) {
            json.name("first_label").number(labels.number(names.get(0)));
        }
        json.name("labels").beginArray();
        names.forEach(json::string);
        json.endArray();
        files.writeTo(json);
        json.endObject();
        terminal.printLine(line.toString());
    }
}
