package dev.riffle.cli.rewrite;

import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.DrawnSeed;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.rewrite.ExternalShuffle;
import dev.riffle.rewrite.ShuffleReport;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Writes all records in a random order.
 *
 * @param memoryBytes the memory for records, in bytes
 * @param temporary the directory for temporary files, as typed; empty for the directory of the output
 */
record ShuffleRequest(
        List<String> words,
        RewriteInput input,
        RewriteOutput output,
        DrawnSeed seed,
        long memoryBytes,
        Optional<String> temporary,
        Style style)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        try (RewriteSources sources = RewriteSources.open(terminal, words, input, RewriteSources.Reading.ONCE)) {
            OutputFiles files = output.files(sources);
            sources.outputs().writes(files);
            RecordOutput target = output.target(terminal, sources);
            Path directory = temporaryDirectory(terminal);
            ShuffleReport report = sources.read(
                    "shuffle",
                    records -> ExternalShuffle.of(records, seed.number())
                            .memory(memoryBytes)
                            .temporaryDirectory(directory)
                            .writeTo(target));
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

    private Path temporaryDirectory(Terminal terminal) throws IOException {
        if (temporary.isPresent()) {
            Path directory = terminal.path(temporary.get());
            if (!Files.isDirectory(directory)) {
                throw new UsageException("--temp " + temporary.get() + ": no such directory; create it first");
            }
            return directory;
        }
        if (output.isStandardOutput()) {
            return Path.of(System.getProperty("java.io.tmpdir"));
        }
        Path beside = terminal.path(output.output()).toAbsolutePath().getParent();
        return beside == null ? terminal.path(".") : beside;
    }
}
