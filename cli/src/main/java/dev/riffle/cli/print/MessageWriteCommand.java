package dev.riffle.cli.print;

import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code riffle message write}. */
@Command(
        name = "write",
        description = "Writes a message, described on standard input in protobuf's text format or in JSON, to a file.")
final class MessageWriteCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(paramLabel = "FILE", description = "The file to write, or - for standard output.")
    private String file = "";

    @Option(
            names = "--sample",
            description = "Reads nothing and writes the Example of TensorFlow's documentation: a boolean, an integer,"
                    + " an animal's name and a float.")
    private boolean sample;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "example, if nothing is said, sequence-example or ofrecord.")
    private String type = "example";

    @Option(names = "--overwrite", description = "Replaces a file that is there already.")
    private boolean overwrite;

    @Override
    public Request request() {
        MessageType written = MessageType.of(type);
        if (sample && written == MessageType.SEQUENCE_EXAMPLE) {
            throw new IllegalArgumentException("--sample is an Example; --type may be example or ofrecord");
        }
        return new MessageWriteRequest(
                new TextOutput(file, overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REFUSE),
                sample ? MessageWriteRequest.Content.SAMPLE : MessageWriteRequest.Content.STANDARD_INPUT,
                written);
    }
}
