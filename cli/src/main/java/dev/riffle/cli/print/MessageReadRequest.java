package dev.riffle.cli.print;

import dev.riffle.RecordFormat;
import dev.riffle.cli.input.EachFile;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.payload.PayloadPrinter;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Optional;

/**
 * Prints bare messages.
 *
 * @param extent the amount of text on a terminal, without effect on JSON
 */
record MessageReadRequest(List<String> words, Optional<MessageType> type, Style style, ScreenText.Extent extent)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        ScreenText text = new ScreenText(terminal, extent);
        return EachFile.run(terminal, InputFile.expand(terminal, words), file -> print(terminal, file, text));
    }

    private ExitCode print(Terminal terminal, InputFile file, ScreenText text) throws IOException {
        byte[] message;
        try (InputStream in = Channels.newInputStream(file.source().open(0))) {
            message = in.readAllBytes();
        }
        try {
            switch (style) {
                case TEXT -> text.print(ShortenedText.Kind.MESSAGE, target -> write(message, target));
                case JSON -> write(message, terminal.text());
            }
        } catch (MalformedMessageException e) {
            throw new IOException(file.name() + ": " + e.getMessage() + "; 'riffle info' recognises record files", e);
        }
        return ExitCode.FINE;
    }

    private void write(byte[] message, Appendable target) throws IOException {
        PayloadKind kind = PayloadKind.of(message, RecordFormat.TFRECORD);
        if (type.isPresent() || (kind != PayloadKind.EXAMPLE_LIST && kind != PayloadKind.EVENT)) {
            MessageType detected =
                    kind == PayloadKind.SEQUENCE_EXAMPLE ? MessageType.SEQUENCE_EXAMPLE : MessageType.EXAMPLE;
            type.orElse(detected).decode(Bytes.ofOwned(message), style, target);
            return;
        }
        switch (style) {
            case TEXT -> PayloadPrinter.writeText(message, kind, target);
            case JSON -> {
                PayloadPrinter.writeJson(message, kind, target);
                target.append('\n');
            }
        }
    }
}
