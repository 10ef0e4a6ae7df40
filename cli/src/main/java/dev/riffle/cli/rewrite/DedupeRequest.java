package dev.riffle.cli.rewrite;

import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.rewrite.DedupeReport;
import dev.riffle.rewrite.DistinctBy;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Writes the first record of each group of equal records.
 *
 * @param output the output; empty to only count
 * @param dropped the output of the other records, if the user wants them
 */
record DedupeRequest(
        List<String> words,
        RewriteInput input,
        Optional<RewriteOutput> output,
        Optional<RewriteOutput> dropped,
        DistinctBy by,
        SpillLimits limits,
        Style style)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        try (RewriteSources sources = RewriteSources.open(terminal, words, input, RewriteSources.Reading.ONCE)) {
            OutputCheck check = sources.outputs();
            List<String> names = List.of();
            if (output.isPresent()) {
                OutputFiles files = output.get().files(sources);
                check.writes(files);
                names = files.names();
            }
            if (dropped.isPresent()) {
                check.writes(dropped.get().files(sources));
            }
            DedupeReport report = run(terminal, sources);
            print(terminal, sources, names, report);
            return sources.exitCode();
        }
    }

    private DedupeReport run(Terminal terminal, RewriteSources sources) throws IOException {
        Optional<Path> directory = limits.directory(terminal);
        if (output.isEmpty()) {
            return sources.run("dedupe", rewrite -> limited(rewrite, directory).countDuplicates(by));
        }
        RecordOutput target = output.get().target(terminal, sources);
        if (dropped.isEmpty()) {
            return sources.run("dedupe", rewrite -> limited(rewrite, directory).dedupe(by, target));
        }
        RecordOutput others = dropped.get().target(terminal, sources);
        return sources.run("dedupe", rewrite -> limited(rewrite, directory).dedupe(by, target, others));
    }

    private RecordRewrite limited(RecordRewrite rewrite, Optional<Path> directory) {
        RecordRewrite limited = rewrite.memory(limits.memoryBytes());
        return directory.map(limited::temporaryDirectory).orElse(limited);
    }

    private void print(Terminal terminal, RewriteSources sources, List<String> names, DedupeReport report)
            throws IOException {
        boolean taken = output.map(RewriteOutput::isStandardOutput).orElse(false)
                || dropped.map(RewriteOutput::isStandardOutput).orElse(false);
        RewriteResult result = new RewriteResult(terminal, style, taken)
                .member("read", report.recordsRead())
                .member("duplicates", report.duplicates())
                .member("without_key", report.withoutKey())
                .line(Sizes.grouped(report.duplicates()) + " of " + Sizes.count(report.recordsRead(), "record")
                        + (report.duplicates() == 1 ? " is a duplicate" : " are duplicates"));
        if (report.withoutKey() > 0) {
            result.line(Sizes.count(report.withoutKey(), "record") + " without the key");
        }
        if (report.recordsRead() == 0) {
            result.missing(sources.only(0));
        }
        result.print(names, report.written());
    }
}
