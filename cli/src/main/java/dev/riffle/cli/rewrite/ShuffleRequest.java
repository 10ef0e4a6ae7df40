package dev.riffle.cli.rewrite;

import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.DrawnSeed;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.rewrite.ExternalShuffle;
import dev.riffle.rewrite.ShuffleReport;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes all records in a random order. */
record ShuffleRequest(
        List<String> words, RewriteInput input, RewriteOutput output, DrawnSeed seed, SpillLimits limits, Style style)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        try (RewriteSources sources = RewriteSources.open(terminal, words, input, RewriteSources.Reading.ONCE)) {
            OutputFiles files = output.files(sources);
            sources.outputs().writes(files);
            RecordOutput target = output.target(terminal, sources);
            Optional<Path> directory = limits.directory(terminal);
            ShuffleReport report = sources.read("shuffle", records -> {
                ExternalShuffle shuffle =
                        ExternalShuffle.of(records, seed.number()).memory(limits.memoryBytes());
                return directory
                        .map(shuffle::temporaryDirectory)
                        .orElse(shuffle)
                        .writeTo(target);
            });
            new RewriteResult(terminal, style, output.isStandardOutput())
                    .member("records", report.records())
                    .missing(report.records() == 0 ? sources.only(0) : "")
                    .member("seed", seed.number())
                    .member("bytes_read", report.bytesRead())
                    .member("bytes_written", report.bytesWritten())
                    .member("temporary_bytes", report.temporaryBytesWritten())
                    .line(Sizes.count(report.records(), "record") + ", --seed " + seed.number() + "; read "
                            + Sizes.bytes(report.bytesRead()) + ", written " + Sizes.bytes(report.bytesWritten())
                            + passing(report))
                    .print(files.names(), report.written());
            return sources.exitCode();
        }
    }

    private static String passing(ShuffleReport report) {
        return report.temporaryBytesWritten() == 0
                ? ""
                : ", of it " + Sizes.bytes(report.temporaryBytesWritten()) + " through temporary files";
    }
}
