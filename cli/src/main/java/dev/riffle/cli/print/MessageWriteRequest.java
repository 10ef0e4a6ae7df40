package dev.riffle.cli.print;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedTextException;
import dev.riffle.internal.Utf8;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes one bare message. */
record MessageWriteRequest(TextOutput target, Content content, MessageType type) implements Request {

    /** Lists the forms of the content for the message. */
    enum Content {
        STANDARD_INPUT,
        DEMO
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        byte[] message = content == Content.DEMO ? sample() : read(terminal);
        try (ByteSink.Output output = target.sink(terminal).create()) {
            ByteBuffer bytes = ByteBuffer.wrap(message);
            while (bytes.hasRemaining()) {
                output.write(bytes);
            }
            output.commit();
        }
        if (!target.isStandardOutput()) {
            terminal.printSummary(target.output() + ": " + Sizes.count(message.length, "byte"));
        }
        return ExitCode.FINE;
    }

    private byte[] sample() {
        Dialect dialect = type == MessageType.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
        return Example.builder()
                .put("feature0", false)
                .put("feature1", 4)
                .put("feature2", "goat")
                .put("feature3", 0.9876f)
                .build()
                .toByteArray(dialect);
    }

    private byte[] read(Terminal terminal) throws IOException {
        byte[] input = terminal.in().readAllBytes();
        int malformed = Utf8.invalidAt(input, 0, input.length);
        if (malformed >= 0) {
            throw new IOException(InputFile.STANDARD_INPUT + ": not UTF-8 text at byte " + malformed
                    + "; write other bytes of a value as escapes");
        }
        try {
            return type.encode(new String(input, StandardCharsets.UTF_8));
        } catch (MalformedTextException e) {
            throw new IOException(InputFile.STANDARD_INPUT + ": " + e.getMessage(), e);
        }
    }
}
