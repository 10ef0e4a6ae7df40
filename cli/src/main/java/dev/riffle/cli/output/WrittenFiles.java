package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.JsonWriter;
import dev.riffle.shard.WrittenShard;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Prints the files that a command has written.
 *
 * @param names the names of the files as typed
 * @param shards the files
 */
public record WrittenFiles(List<String> names, List<WrittenShard> shards) {

    /** The largest number of files with a line each. */
    private static final int MOST_LINES = 20;

    public long records() {
        return counts().sum();
    }

    private LongStream counts() {
        return shards.stream().mapToLong(WrittenShard::records);
    }

    /** Prints the text, unless the terminal is quiet. */
    public void print(Terminal terminal) throws IOException {
        for (String line : lines()) {
            terminal.printSummary(line);
        }
    }

    /** Returns the text: a line for each file, or one line for many files. */
    public List<String> lines() {
        if (names.size() <= MOST_LINES) {
            return IntStream.range(0, names.size())
                    .mapToObj(
                            i -> names.get(i) + ": " + Sizes.count(shards.get(i).records(), "record"))
                    .toList();
        }
        String fewest = Sizes.grouped(counts().min().orElse(0));
        String most = Sizes.grouped(counts().max().orElse(0));
        return List.of(names.get(0) + " to " + names.get(names.size() - 1) + ": " + Sizes.count(names.size(), "file")
                + " with " + Sizes.count(records(), "record") + ", each "
                + (fewest.equals(most) ? fewest : fewest + " to " + most));
    }

    /**
     * Notes on standard error what the command did not write: all records, records that the user asked for, or records
     * of some shards.
     *
     * @param reason the reason for missing records, for example that the input has only 100 records; empty if none
     */
    public void noteMissing(Terminal terminal, String reason) {
        long empty = counts().filter(count -> count == 0).count();
        if (empty == shards.size()) {
            terminal.note("the output has no records" + (reason.isEmpty() ? "" : ", because " + reason));
            return;
        }
        if (!reason.isEmpty()) {
            terminal.note(reason);
        }
        if (empty > 0) {
            terminal.note(Sizes.grouped(empty) + " of " + Sizes.count(shards.size(), "shard") + " have no records");
        }
    }

    /** Writes the member {@code files} of an object. */
    public void writeTo(JsonWriter json) {
        json.name("files").beginArray();
        for (int i = 0; i < names.size(); i++) {
            json.beginObject().name("file").string(names.get(i));
            json.name("records").number(shards.get(i).records());
            json.name("bytes").number(shards.get(i).bytes()).endObject();
        }
        json.endArray();
    }
}
