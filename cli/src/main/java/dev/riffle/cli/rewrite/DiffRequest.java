package dev.riffle.cli.rewrite;

import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.rewrite.DiffReport;
import dev.riffle.rewrite.SetDiff;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Compares the records of two sets.
 *
 * @param key the features of the key, if the comparison uses a key
 * @param limit the largest number of differences to print
 */
record DiffRequest(
        String left,
        String right,
        RewriteInput input,
        Matching matching,
        List<String> key,
        Content content,
        long limit,
        SpillLimits limits,
        Style style)
        implements Request {

    /** Lists the rules that pair records for comparison. */
    enum Matching {
        POSITION,
        KEY,
        BAG
    }

    /** Lists the contents of two records that can be compared. */
    enum Content {
        BYTES,
        FEATURES
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        if (left.equals(Terminal.DASH) && right.equals(Terminal.DASH)) {
            throw new UsageException("-: standard input can be read only once; name a file for the other");
        }
        RewriteSources.Reading reading = RewriteSources.Reading.ONCE;
        Optional<Path> directory = limits.directory(terminal);
        // Only the first set has a progress line.
        try (RewriteSources first = RewriteSources.open(terminal, List.of(left), input, reading);
                RewriteSources second = RewriteSources.open(terminal.forProgram(), List.of(right), input, reading)) {
            DifferencePrinter printer = new DifferencePrinter(terminal, style, key);
            DiffReport report = first.read(
                    "diff",
                    one -> second.read("diff", other -> {
                        SetDiff diff = SetDiff.of(one, other).memory(limits.memoryBytes());
                        return compare(
                                directory
                                        .map(diff::temporaryDirectory)
                                        .orElse(diff)
                                        .limit(limit),
                                printer);
                    }));
            printer.printSummary(left, right, report);
            ExitCode found = report.differences() == 0 ? ExitCode.FINE : ExitCode.FINDINGS;
            return found.worse(first.exitCode()).worse(second.exitCode());
        }
    }

    private DiffReport compare(SetDiff bytes, DifferencePrinter printer) throws IOException {
        SetDiff diff = content == Content.FEATURES ? bytes.comparingFeatures() : bytes;
        return switch (matching) {
            case POSITION -> diff.byPosition(printer::print);
            case KEY -> diff.byKey(key, printer::print);
            case BAG -> diff.asBags(printer::print);
        };
    }
}
