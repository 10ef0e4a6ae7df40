package dev.riffle.cli.rewrite;

import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.rewrite.RewriteReport;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.util.List;

/** Writes the records in a range of numbers. */
record SliceRequest(
        String verb, List<String> words, RewriteInput input, RewriteOutput output, long from, long to, Style style)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        boolean once = from >= 0 && to >= 0 && output.shards() == 0;
        RewriteSources.Reading reading = once ? RewriteSources.Reading.ONCE : RewriteSources.Reading.SEVERAL_TIMES;
        try (RewriteSources sources = RewriteSources.open(terminal, words, input, reading)) {
            OutputFiles files = output.files(sources);
            sources.outputs().writes(files);
            RecordOutput target = output.target(terminal, sources);
            RewriteReport report = sources.run(verb, rewrite -> rewrite.slice(from, to, target));
            new RewriteResult(terminal, style, output.isStandardOutput())
                    .member("records", report.recordsWritten())
                    .missing(missing(sources, report))
                    .print(files.names(), report.written());
            return sources.exitCode();
        }
    }

    /** Returns why the output has fewer records than the user asked for; empty if it does not. */
    private String missing(RewriteSources sources, RewriteReport report) {
        long read = report.recordsRead();
        boolean fromStart = from >= 0 && to >= 0;
        if (fromStart && from == to) {
            return "the range has no records";
        }
        if (fromStart && from > 0 && report.recordsWritten() == 0) {
            return sources.only(read) + ", and --from is " + from;
        }
        boolean ended = fromStart ? to < Long.MAX_VALUE && read < to : to == Long.MAX_VALUE && read < -from;
        if (ended) {
            return sources.only(read);
        }
        return report.recordsWritten() == 0 ? "no record has such a number" : "";
    }
}
