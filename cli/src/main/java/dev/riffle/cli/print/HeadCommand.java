package dev.riffle.cli.print;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle head}. */
@Command(name = "head", description = "Prints the first records of each file, like 'riffle cat'.")
public final class HeadCommand implements Flags {

    static final long DEFAULT_LIMIT = 10;

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private PrintFlags print = new PrintFlags();

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = FlagText.LIMIT + " Here: for each file. Default: 10, or all records before --to.")
    private @Nullable Long limit;

    @Override
    public Request request() {
        return print.request(files.files(), read.settings(), limit());
    }

    private long limit() {
        if (limit != null) {
            return limit;
        }
        return print.hasEnd() ? Long.MAX_VALUE : DEFAULT_LIMIT;
    }
}
