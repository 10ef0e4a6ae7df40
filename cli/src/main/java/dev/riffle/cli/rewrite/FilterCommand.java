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

/** {@code riffle filter}. */
@Command(
        name = "filter",
        description = {
            "Writes the records that meet a condition on their features, byte for byte and in the order of the input.",
            "A condition is like 'label == 3 and size(image) > 0'. It has == != < <= > >=, in [1, 2], contains, startswith,"
                    + " endswith and matches \"REGEX\", and, or, not, parentheses; has(f), len(f) values, size(f) bytes,"
                    + " f[0]. Comparisons with a feature that is missing are false."
        })
public final class FilterCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(index = "0", paramLabel = "CONDITION", description = "The condition, in quotes for the shell.")
    private String condition = "";

    @Parameters(
            index = "1..*",
            paramLabel = "FILE",
            arity = "1..*",
            description =
                    "Files, patterns such as 'data/*.tfrecord', directories with OneFlow's part files, or - for standard input.")
    private List<String> files = List.of();

    @Mixin
    private RewriteFlags rewrite = new RewriteFlags();

    @Option(names = "--invert", description = "Writes the records that do not meet the condition.")
    private boolean invert;

    @Option(names = "--count", description = "Writes nothing and only counts.")
    private boolean count;

    @Override
    public Request request() {
        if (count) {
            rewrite.refuseOutput("--count");
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
