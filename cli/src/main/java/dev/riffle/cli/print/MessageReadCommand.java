package dev.riffle.cli.print;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of {@code riffle message read}. */
@Command(name = "read", description = "Prints the message in each file, in protobuf's text format or as JSON.")
final class MessageReadCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            completionCandidates = Choices.MessageTypes.class,
            description = FlagText.TYPE + " Default: example or sequence-example, detected from the bytes.")
    private @Nullable String type;

    /** Defines flags of which the user may set only one. */
    static final class FormFlags {
        @Option(
                names = {"-j", "--json"},
                description = FlagText.JSON + " Here: each message, in protobuf's JSON mapping.")
        private boolean json;

        @Option(names = "--full", description = FlagText.FULL)
        private boolean full;
    }

    @ArgGroup
    private FormFlags form = new FormFlags();

    @Override
    public Request request() {
        return new MessageReadRequest(
                files.files(),
                Optional.ofNullable(type).map(MessageType::of),
                form.json ? Style.JSON : Style.TEXT,
                form.full ? ScreenText.Extent.FULL : ScreenText.Extent.SHORT);
    }
}
