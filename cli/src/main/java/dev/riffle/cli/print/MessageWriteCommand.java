package dev.riffle.cli.print;

import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle message write}. */
@Command(
        name = "write",
        description = "Writes a message to a file. Reads the message from standard input, in protobuf's text"
                + " format or JSON.")
final class MessageWriteCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(paramLabel = "FILE", description = "Writes to this file, or to standard output with -.")
    private String file = "";

    @Option(
            names = "--demo",
            description = "Writes the Example of TensorFlow's documentation (a boolean, an integer, an animal's name"
                    + " and a float), and reads no input.")
    private boolean demo;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            completionCandidates = Choices.MessageTypes.class,
            description = FlagText.TYPE + " Default: example.")
    private String type = "example";

    @Option(names = "--overwrite", description = FlagText.OVERWRITE)
    private boolean overwrite;

    @Override
    public Request request() {
        MessageType written = MessageType.of(type);
        OutputEnding.checkPlain(file);
        if (demo && written == MessageType.SEQUENCE_EXAMPLE) {
            throw new IllegalArgumentException("--demo writes an Example; --type must be example or ofrecord");
        }
        return new MessageWriteRequest(
                new TextOutput(file, overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REJECT),
                demo ? MessageWriteRequest.Content.DEMO : MessageWriteRequest.Content.STANDARD_INPUT,
                written);
    }
}
