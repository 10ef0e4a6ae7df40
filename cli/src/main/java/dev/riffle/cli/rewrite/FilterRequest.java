package dev.riffle.cli.rewrite;

import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.FeatureWarning;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.rewrite.FilterCount;
import dev.riffle.rewrite.RewriteReport;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the records that meet a condition.
 *
 * @param output the output; empty to only count
 */
record FilterRequest(
        FeatureFilter filter,
        Choice choice,
        List<String> words,
        RewriteInput input,
        Optional<RewriteOutput> output,
        Style style)
        implements Request {

    /** Lists the choices of the records to write. */
    enum Choice {
        MET,
        NOT_MET
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        boolean once = output.isEmpty() || output.get().shards() == 0;
        RewriteSources.Reading reading = once ? RewriteSources.Reading.ONCE : RewriteSources.Reading.SEVERAL_TIMES;
        try (RewriteSources sources = RewriteSources.open(terminal, words, input, reading)) {
            if (output.isEmpty()) {
                count(terminal, sources);
            } else {
                write(terminal, sources, output.get());
            }
            return sources.exitCode();
        }
    }

    private void count(Terminal terminal, RewriteSources sources) throws IOException {
        Set<String> found = new HashSet<>();
        List<FeatureWarning> warnings = new ArrayList<>();
        FeatureFilter noting = filter.noting(found).warnings(warnings::add);
        FilterCount counted = sources.run("filter", rewrite -> rewrite.countFiltered(noting));
        long met = counted.recordsChosen();
        result(terminal, choice == Choice.MET ? met : counted.recordsRead() - met, counted.recordsRead())
                .print(List.of(), List.of());
        reportMisspelt(terminal, warnings, found);
    }

    private void write(Terminal terminal, RewriteSources sources, RewriteOutput to) throws IOException {
        OutputFiles files = to.files(sources);
        sources.outputs().writes(files);
        RecordOutput target = to.target(terminal, sources);
        Set<String> found = new HashSet<>();
        List<FeatureWarning> warnings = new ArrayList<>();
        FeatureFilter noting = filter.noting(found).warnings(warnings::add);
        RewriteReport report = sources.run(
                "filter",
                rewrite -> choice == Choice.MET ? rewrite.filter(noting, target) : rewrite.filterNot(noting, target));
        long read = report.recordsRead();
        String none = read == 0
                ? sources.only(0)
                : choice == Choice.MET ? "no record meets the condition" : "every record meets the condition";
        result(terminal, report.recordsWritten(), read)
                .missing(report.recordsWritten() == 0 ? none : "")
                .print(files.names(), report.written());
        reportMisspelt(terminal, warnings, found);
    }

    /**
     * Reports names that no record has, which are probably misspelt. A comparison with such a name is never true. The
     * warnings concern the first records; features of later records are found.
     */
    private static void reportMisspelt(Terminal terminal, List<FeatureWarning> warnings, Set<String> found) {
        for (FeatureWarning warning : warnings) {
            if (!found.contains(warning.feature())) {
                String sentence = "no record has a feature \"" + warning.feature() + '"';
                terminal.note(Escapes.visible(
                        new FeatureWarning(warning.feature(), sentence, warning.similar(), warning.remedy())
                                .message()));
            }
        }
    }

    private RewriteResult result(Terminal terminal, long chosen, long read) {
        return new RewriteResult(
                        terminal,
                        style,
                        output.map(RewriteOutput::isStandardOutput).orElse(false))
                .member("records", chosen)
                .member("read", read)
                .line(Sizes.grouped(chosen) + " of " + Sizes.count(read, "record"));
    }
}
