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

/** Merges several files into one. */
record MergeRequest(List<String> words, RewriteInput input, RewriteOutput output, Style style) implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        RewriteSources.Reading reading =
                output.shards() == 0 ? RewriteSources.Reading.ONCE : RewriteSources.Reading.SEVERAL_TIMES;
        try (RewriteSources sources = RewriteSources.open(terminal, words, input, reading)) {
            OutputFiles files = output.files(sources);
            sources.outputs().writes(files);
            RecordOutput target = output.target(terminal, sources);
            RewriteReport report = sources.run("merge", rewrite -> rewrite.copyTo(target));
            new RewriteResult(terminal, style, output.isStandardOutput())
                    .member("records", report.recordsWritten())
                    .missing(report.recordsWritten() == 0 ? sources.only(0) : "")
                    .print(files.names(), report.written());
            return sources.exitCode();
        }
    }
}
