package dev.riffle.cli.rewrite;

import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.rewrite.RewriteReport;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.ShardPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Splits the input into a set of shards.
 *
 * @param size the largest size of a shard in bytes
 * @param records the largest number of records in a shard
 * @param byKey the feature that chooses the shard of a record; empty to keep the order
 * @param missing the way to handle records without that feature
 * @param hosts the number of hosts that will read the set, used if no other setting determines the number of shards
 */
record SplitRequest(
        List<String> words,
        RewriteInput input,
        RewriteOutput output,
        OptionalLong size,
        OptionalLong records,
        Optional<String> byKey,
        MissingKey missing,
        int hosts,
        Style style)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        boolean filled = size.isPresent() || records.isPresent();
        RewriteSources.Reading reading =
                filled || byKey.isPresent() ? RewriteSources.Reading.ONCE : RewriteSources.Reading.SEVERAL_TIMES;
        try (RewriteSources sources = RewriteSources.open(terminal, words, input, reading)) {
            RecordOutput target = filled ? filled(terminal, sources) : shared(terminal, sources);
            RewriteReport report = sources.run("split", rewrite -> rewrite.copyTo(target));
            List<String> names = ShardNames.of(
                            Path.of(output.output()), report.written().size())
                    .paths()
                    .stream()
                    .map(Path::toString)
                    .toList();
            new RewriteResult(terminal, style, false)
                    .member("records", report.recordsWritten())
                    .missing(report.recordsWritten() == 0 ? sources.only(0) : "")
                    .print(names, report.written());
            return sources.exitCode();
        }
    }

    /** Returns an output with the requested number of shards, or else the best number. */
    private RecordOutput shared(Terminal terminal, RewriteSources sources) throws IOException {
        int shards = output.shards();
        if (shards == 0) {
            ShardPlan plan = ShardPlan.of(sources.totalBytes(), hosts);
            shards = Math.min(plan.shards(), OutputFiles.MOST_SHARDS);
            if (style == Style.TEXT) {
                terminal.note(Sizes.count(shards, "shard") + ": " + String.join(" ", plan.explanation()));
            }
        }
        RewriteOutput several = new RewriteOutput(output.output(), shards, output.compression(), output.existing());
        OutputFiles files = several.files(sources);
        sources.outputs().writes(files);
        if (byKey.isEmpty()) {
            return several.target(terminal, sources);
        }
        files.check(terminal);
        ShardNames names = ShardNames.of(terminal.path(output.output()), shards);
        return RecordOutput.byKey(names, byKey.get(), missing, files.options());
    }

    /**
     * Returns an output with the number of shards that the limits require. The names of the shards are known only at
     * the end, so no input may have one of the possible names.
     */
    private RecordOutput filled(Terminal terminal, RewriteSources sources) throws IOException {
        sources.outputs().writesShards(output.output());
        new TextOutput(output.output() + "-00000-of-00001", output.existing()).check(terminal);
        Path prefix = terminal.path(output.output());
        OutputFiles files = output.files(sources);
        return size.isPresent()
                ? RecordOutput.ofSize(prefix, "", size.getAsLong(), files.options())
                : RecordOutput.ofRecords(prefix, "", records.orElseThrow(), files.options());
    }
}
