package dev.riffle.cli.print;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.cli.payload.PayloadPrinter;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Paint;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.internal.PayloadKind;
import java.io.IOException;

/** Prints records in one of four forms. */
final class RecordPrinter {

    /** Lists the forms of a printed record. */
    enum Form {
        /**
         * Messages as text after a comment line, unchanged text, or a summary of other bytes. A terminal shows long
         * values and lists in a short form.
         */
        TEXT,
        /** Like {@link #TEXT}, with complete values and lists on every output. */
        FULL_TEXT,
        /** A line of JSON, with messages as objects and other payloads as text or base64. */
        JSON,
        /** Only the bytes of the payload. */
        RAW
    }

    private final Terminal terminal;
    private final Form form;
    private final ScreenText text;

    RecordPrinter(Terminal terminal, Form form) {
        this.terminal = terminal;
        this.form = form;
        this.text = new ScreenText(terminal, form == Form.FULL_TEXT ? ScreenText.Extent.FULL : ScreenText.Extent.SHORT);
    }

    void print(RecordReader reader) throws IOException {
        try {
            print(reader.name(), reader.index(), reader.payloadBytes(), reader.format());
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(reader, e);
        }
    }

    /** Prints a record of a file, with its number in the file. */
    void print(String file, long record, byte[] payload, RecordFormat format) throws IOException {
        try {
            printNow(file, record, payload, format);
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(file + ": record " + record + ", " + Sizes.count(payload.length, "byte"), e);
        }
    }

    private static ShortenedText.Kind textOf(PayloadKind kind) {
        return switch (kind) {
            case EXAMPLE, SEQUENCE_EXAMPLE, EXAMPLE_LIST, EVENT, OFRECORD, PROTOBUF -> ShortenedText.Kind.MESSAGE;
            case IMAGE, JSON, TEXT, EMPTY, BYTES -> ShortenedText.Kind.OTHER;
        };
    }

    private void printNow(String file, long record, byte[] payload, RecordFormat format) throws IOException {
        switch (form) {
            case RAW -> terminal.out().write(payload);
            case JSON -> {
                PayloadKind kind = PayloadKind.of(payload, format);
                // In a TFRecord file, an OFRecord message is a guess. Base64 keeps all of its bytes.
                boolean guessed = kind == PayloadKind.OFRECORD && format != RecordFormat.OFRECORD;
                PayloadPrinter.writeJson(payload, guessed ? PayloadKind.BYTES : kind, terminal.text());
                terminal.printLine("");
            }
            case TEXT, FULL_TEXT -> {
                terminal.printLine(
                        Paint.HEADING, "# " + file + ": record " + record + ", " + Sizes.count(payload.length, "byte"));
                PayloadKind kind = PayloadKind.of(payload, format);
                text.print(textOf(kind), target -> PayloadPrinter.writeText(payload, kind, target));
            }
        }
    }
}
