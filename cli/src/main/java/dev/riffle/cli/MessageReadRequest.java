package dev.riffle.cli;

import dev.riffle.RecordFormat;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.PayloadKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Optional;

/** Prints bare messages. */
record MessageReadRequest(List<String> words, Optional<MessageType> type, Style style) implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        return EachFile.run(terminal, InputFile.expand(terminal, words), file -> print(terminal, file));
    }

    private ExitCode print(Terminal terminal, InputFile file) throws IOException {
        byte[] message;
        try (InputStream in = Channels.newInputStream(file.source().open(0))) {
            message = in.readAllBytes();
        }
        String text;
        try {
            text = type.orElseGet(() -> guess(message)).decode(message, style);
        } catch (MalformedMessageException e) {
            throw new IOException(file.name() + ": " + e.getMessage() + "; 'riffle info' recognises record files", e);
        }
        terminal.print(text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
        return ExitCode.FINE;
    }

    private static MessageType guess(byte[] message) {
        return PayloadKind.of(message, RecordFormat.TFRECORD) == PayloadKind.SEQUENCE_EXAMPLE
                ? MessageType.SEQUENCE_EXAMPLE
                : MessageType.EXAMPLE;
    }
}
