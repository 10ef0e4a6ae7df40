package dev.riffle.cli.rewrite;

import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.filter.FeatureFilter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle filter}. */
@Command(
        name = "filter",
        description = {
            "Writes the records that meet a condition on their features.",
            "Copies records byte for byte, in the order of the input. An example of a condition: 'label"
                    + " == 3 and size(image) > 0'. Operators: == != < <= > >=, in [1, 2], contains, startswith,"
                    + " endswith, matches \"REGEX\", and, or, not, parentheses. Functions: has(f), len(f) for the"
                    + " number of values, size(f) for bytes, f[0]. A comparison with a missing feature is false."
        })
public final class FilterCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(
            index = "0",
            paramLabel = "CONDITION",
            description = "Selects records by this condition. Quote it for the shell.")
    private String condition = "";

    @Parameters(
            index = "1..*",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Reads these files: names, patterns such as 'data/*.tfrecord', directories of OneFlow part"
                    + " files, or - for standard input.")
    private List<String> files = List.of();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Option(
            names = {"-v", "--invert"},
            description = "Writes the records that do not meet the condition.")
    private boolean invert;

    @Option(names = "--count", description = "Counts the records without writing them.")
    private boolean count;

    @Override
    public Request request() {
        if (count) {
            rewrite.rejectOutput("--count");
        }
        return new FilterRequest(
                FeatureFilter.parse(condition),
                invert ? FilterRequest.Choice.NOT_MET : FilterRequest.Choice.MET,
                List.copyOf(files),
                rewrite.input(),
                count ? Optional.empty() : Optional.of(rewrite.output()),
                rewrite.style());
    }
}
