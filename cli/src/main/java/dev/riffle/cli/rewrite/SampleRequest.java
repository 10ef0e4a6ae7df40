package dev.riffle.cli.rewrite;

import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.DrawnSeed;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.rewrite.RewriteReport;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.util.List;

/**
 * Writes a random sample of the records.
 *
 * @param rate the probability of each record, or a negative number for a number of records
 * @param count the number of records, without a rate
 */
record SampleRequest(
        List<String> words,
        RewriteInput input,
        RewriteOutput output,
        double rate,
        int count,
        DrawnSeed seed,
        Style style)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        boolean once = output.shards() == 0 || rate < 0;
        RewriteSources.Reading reading = once ? RewriteSources.Reading.ONCE : RewriteSources.Reading.SEVERAL_TIMES;
        try (RewriteSources sources = RewriteSources.open(terminal, words, input, reading)) {
            OutputFiles files = output.files(sources);
            sources.outputs().writes(files);
            RecordOutput target = output.target(terminal, sources);
            RewriteReport report = sources.run(
                    "sample",
                    rewrite -> rate < 0
                            ? rewrite.sampleCount(count, seed.number(), target)
                            : rewrite.sample(rate, seed.number(), target));
            long written = report.recordsWritten();
            new RewriteResult(terminal, style, output.isStandardOutput())
                    .member("records", written)
                    .member("read", report.recordsRead())
                    .member("seed", seed.number())
                    .line(Sizes.grouped(written) + " of " + Sizes.count(report.recordsRead(), "record") + ", --seed "
                            + seed.number())
                    .missing(missing(sources, report))
                    .print(files.names(), report.written());
            return sources.exitCode();
        }
    }

    private String missing(RewriteSources sources, RewriteReport report) {
        long read = report.recordsRead();
        if (read == 0 || (rate < 0 && read < count)) {
            return sources.only(read);
        }
        if (report.recordsWritten() > 0) {
            return "";
        }
        return rate < 0 ? "--limit is 0" : "the choice at --rate " + rate + " selected none";
    }
}
