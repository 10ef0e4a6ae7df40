package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.InputSets;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.internal.JsonWriter;
import dev.riffle.shard.ShardPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Plans the number of files of a dataset.
 *
 * @param words the existing files
 * @param bytes the size of the dataset in bytes, if no files exist
 */
record PlanRequest(List<String> words, OptionalLong bytes, int hosts, Style style) implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<Long> sizes = new ArrayList<>();
        InputSets sets = InputSets.find(terminal, words);
        ExitCode setCode = sets.report(terminal);
        for (InputFile file : sets.files()) {
            sizes.add(size(file));
        }
        long total = bytes.orElse(sizes.stream().reduce(0L, Math::addExact));
        ShardPlan plan = ShardPlan.of(total, hosts);
        List<String> differences = words.isEmpty() ? List.of() : plan.differences(sizes);
        terminal.print(style == Style.JSON ? json(plan, sizes, differences) : text(plan, sizes, differences));
        return setCode;
    }

    private static long size(InputFile file) throws IOException {
        OptionalLong size =
                file.path().isEmpty() ? OptionalLong.empty() : file.source().size();
        if (size.isEmpty()) {
            throw new UsageException(file.name() + ": unknown size; use --bytes");
        }
        return size.getAsLong();
    }

    private String text(ShardPlan plan, List<Long> sizes, List<String> differences) {
        StringBuilder text = new StringBuilder();
        if (!words.isEmpty()) {
            text.append(Sizes.count(sizes.size(), "file"))
                    .append(", ")
                    .append(Sizes.bytes(plan.bytes()))
                    .append('\n');
        }
        text.append("best: ").append(Sizes.count(plan.shards(), "file")).append(" of ");
        text.append(Sizes.bytes(plan.shardBytes())).append(plan.shards() == 1 ? "\n" : " each\n");
        plan.explanation().forEach(line -> text.append("  ").append(line).append('\n'));
        differences.forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private String json(ShardPlan plan, List<Long> sizes, List<String> differences) {
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject().name("bytes").number(plan.bytes());
        json.name("hosts").number(plan.hosts());
        json.name("shards").number(plan.shards());
        json.name("shard_bytes").number(plan.shardBytes());
        json.name("bound").string(plan.bound().name().toLowerCase(Locale.ROOT));
        write(json.name("explanation"), plan.explanation());
        if (!words.isEmpty()) {
            json.name("files").number(sizes.size());
            write(json.name("differences"), differences);
        }
        json.endObject();
        return line.append('\n').toString();
    }

    private static void write(JsonWriter json, List<String> lines) {
        json.beginArray();
        lines.forEach(json::string);
        json.endArray();
    }
}
