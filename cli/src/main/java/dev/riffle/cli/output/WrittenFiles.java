package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.JsonWriter;
import java.io.IOException;
import java.util.List;

/**
 * Prints the files that a command has written.
 *
 * @param names the names of the files
 * @param counts the number of records in each file
 */
public record WrittenFiles(List<String> names, List<Long> counts) {

    public long records() {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    /** Prints a line for each file, unless the terminal is quiet. */
    public void print(Terminal terminal) throws IOException {
        for (int i = 0; i < names.size(); i++) {
            terminal.printSummary(names.get(i) + ": " + Sizes.count(counts.get(i), "record"));
        }
    }

    /**
     * Notes on standard error what the command did not write: all records, records that the user asked for, or records
     * of some shards.
     *
     * @param reason the reason for missing records, for example that the input has only 100 records; empty if none
     */
    public void noteMissing(Terminal terminal, String reason) {
        long empty = counts.stream().filter(count -> count == 0).count();
        if (empty == counts.size()) {
            terminal.note("the output has no records" + (reason.isEmpty() ? "" : ", because " + reason));
            return;
        }
        if (!reason.isEmpty()) {
            terminal.note(reason);
        }
        if (empty > 0) {
            terminal.note(Sizes.grouped(empty) + " of " + Sizes.count(counts.size(), "shard") + " have no records");
        }
    }

    /** Writes the member {@code files} of an object. */
    public void writeTo(JsonWriter json) {
        json.name("files").beginArray();
        for (int i = 0; i < names.size(); i++) {
            json.beginObject().name("file").string(names.get(i));
            json.name("records").number(counts.get(i)).endObject();
        }
        json.endArray();
    }
}
