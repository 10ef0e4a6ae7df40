package dev.riffle.cli.rewrite;

import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.rewrite.RewriteReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Appends records to a file. */
record AppendRequest(List<String> words, RewriteInput input, String to, Manner manner, Style style) implements Request {

    /** Lists the ways to change the file. */
    enum Manner {
        REPLACE,
        IN_PLACE
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        if (to.equals(Terminal.DASH)) {
            throw new UsageException("--into must name a file: nothing can be appended to standard output");
        }
        try (RewriteSources sources =
                RewriteSources.open(terminal, words, input, RewriteSources.Reading.SEVERAL_TIMES)) {
            sources.outputs().writes(to);
            Path file = terminal.path(to);
            if (Files.isDirectory(file)) {
                throw new UsageException(to + ": is a directory; name a file in it");
            }
            if (Files.isRegularFile(file) && Files.size(file) == 0) {
                checkEnding(sources);
            }
            RewriteReport report = sources.run(
                    "append",
                    rewrite -> manner == Manner.IN_PLACE ? rewrite.appendInPlace(file) : rewrite.appendTo(file));
            new RewriteResult(terminal, style, false)
                    .member("appended", report.recordsRead())
                    .line(Sizes.count(report.recordsRead(), "record") + " appended")
                    .missing(report.recordsRead() == 0 ? sources.only(0) : "")
                    .print(List.of(to), report.written());
            return sources.exitCode();
        }
    }

    /** Rejects an empty file whose ending contradicts the input, because the file gets the format of the input. */
    private void checkEnding(RewriteSources sources) {
        String reason = "an empty file gets the format and compression of the input, "
                + sources.format().title() + " and " + OutputEnding.named(sources.compression());
        OutputEnding ending = OutputEnding.ofRecords(to);
        ending.requireFormat(sources.format(), reason, "'riffle convert' changes the format");
        ending.requireCompression(sources.compression(), reason, "'riffle merge' writes a new file");
    }
}
