package dev.riffle.cli.print;

import dev.riffle.cli.payload.TensorJson;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Paint;
import dev.riffle.cli.terminal.PaintedText;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.TextTable;
import dev.riffle.internal.JsonValue;
import dev.riffle.tensor.Tensor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Prints parsed batches. */
final class BatchPrinter {

    /** The largest width of an aligned column. Longer names and shapes do not shift the columns of other lines. */
    private static final int MOST_WIDTH = 40;

    private final Terminal terminal;
    private final Style style;

    BatchPrinter(Terminal terminal, Style style) {
        this.terminal = terminal;
        this.style = style;
    }

    /**
     * Prints a batch.
     *
     * @param records the number in the file of each row's record; at least one
     */
    void print(String file, List<Long> records, List<BatchParser.Part> parts) throws IOException {
        switch (style) {
            case TEXT -> text(file, records, parts);
            case JSON -> json(file, records, parts);
        }
    }

    private void json(String file, List<Long> records, List<BatchParser.Part> parts) throws IOException {
        TensorJson line = new TensorJson(terminal.text());
        line.json().beginObject().name("file").string(file).name("records").beginArray();
        records.forEach(line.json()::number);
        line.json().endArray();
        for (BatchParser.Part part : parts) {
            line.json().name(part.name()).beginObject();
            for (String name : part.tensors().keySet()) {
                line.json().name(name);
                line.tensor(part.tensors().get(name));
            }
            line.json().endObject();
        }
        line.json().endObject();
        line.endLine();
    }

    private void text(String file, List<Long> records, List<BatchParser.Part> parts) throws IOException {
        TextTable table = new TextTable("", parts.size() > 1 ? 1 : 0, MOST_WIDTH);
        for (BatchParser.Part part : parts) {
            part.tensors().forEach((name, tensor) -> {
                List<String> row = new ArrayList<>(columns(tensor));
                row.add(0, shown(name));
                if (parts.size() > 1) {
                    row.add(0, part.name());
                }
                table.add(row);
            });
        }
        terminal.printLine(Paint.HEADING, "# " + file + ": " + range(records));
        PaintedText text = new PaintedText(terminal.screen());
        table.appendTo(text, terminal.screen(), 0);
        terminal.print(text);
    }

    /** Returns a name. Puts an ambiguous name in quotes, with JSON's escapes. */
    private static String shown(String name) {
        boolean plain = !name.isEmpty() && name.equals(name.strip()) && name.equals(Escapes.visible(name));
        return plain ? name : Escapes.visible(new JsonValue.Text(name).toJson());
    }

    /**
     * Returns a description of records by their numbers: "record 7", "records 0 to 31", "records 0 to 31, 2 of them
     * skipped".
     */
    static String range(List<Long> records) {
        long first = records.get(0);
        long last = records.get(records.size() - 1);
        if (first == last) {
            return "record " + first;
        }
        long skippedRecords = last - first + 1 - records.size();
        return "records " + first + " to " + last
                + (skippedRecords == 0 ? "" : ", " + skippedRecords + " of them skipped");
    }

    /** Returns the parts of a tensor's text: type, shape in brackets, values. */
    private static List<String> columns(Tensor tensor) {
        String text = tensor.toString();
        int shape = text.indexOf('[');
        int values = text.indexOf(']') + 1;
        return List.of(
                tensor.dtype().typeName(),
                text.substring(shape, values),
                text.substring(values).strip());
    }
}
