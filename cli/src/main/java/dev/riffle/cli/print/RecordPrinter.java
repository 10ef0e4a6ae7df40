package dev.riffle.cli.print;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Base64;

/** Prints records in one of three forms. */
final class RecordPrinter {

    /** Lists the forms of a printed record. */
    enum Form {
        /** Messages in protobuf's text format after a comment line, unchanged text, or a summary of other bytes. */
        TEXT,
        /** A line of JSON, with messages in protobuf's JSON mapping and other payloads as text or base64. */
        JSON,
        /** Only the bytes of the payload. */
        RAW
    }

    /**
     * The number of bytes in one step of base64 encoding. It is a multiple of three, so that only the last part has
     * padding.
     */
    private static final int BASE64_BYTES = 3 << 14;

    private final Terminal terminal;
    private final Form form;

    RecordPrinter(Terminal terminal, Form form) {
        this.terminal = terminal;
        this.form = form;
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

    private void printNow(String file, long record, byte[] payload, RecordFormat format) throws IOException {
        switch (form) {
            case RAW -> terminal.out().write(payload);
            case JSON -> printJson(payload, PayloadKind.of(payload, format), format);
            case TEXT -> {
                terminal.printLine("# " + file + ": record " + record + ", " + Sizes.count(payload.length, "byte"));
                printText(Bytes.ofOwned(payload), PayloadKind.of(payload, format));
            }
        }
    }

    private void printText(Bytes payload, PayloadKind kind) throws IOException {
        switch (kind) {
            case EXAMPLE -> Example.writeText(payload, terminal.text(), Dialect.TENSORFLOW);
            case OFRECORD -> Example.writeText(payload, terminal.text(), Dialect.ONEFLOW);
            case SEQUENCE_EXAMPLE -> SequenceExample.writeText(payload, terminal.text());
            case JSON, TEXT -> printText(payload.utf8());
            case EMPTY -> printText("");
            case IMAGE -> printText("image, " + payload);
            case EXAMPLE_LIST, PROTOBUF, BYTES -> printText(payload.toString());
        }
    }

    private void printText(String text) throws IOException {
        terminal.print(text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
    }

    private void printJson(byte[] payload, PayloadKind kind, RecordFormat format) throws IOException {
        Bytes message = Bytes.ofOwned(payload);
        switch (kind) {
            case EXAMPLE -> Example.writeJson(message, terminal.text(), Dialect.TENSORFLOW);
            case OFRECORD -> {
                if (format == RecordFormat.OFRECORD) {
                    Example.writeJson(message, terminal.text(), Dialect.ONEFLOW);
                } else {
                    printBase64(message);
                }
            }
            case SEQUENCE_EXAMPLE -> SequenceExample.writeJson(message, terminal.text());
            case JSON, TEXT, EMPTY -> printMember("text", message.utf8());
            case IMAGE, EXAMPLE_LIST, PROTOBUF, BYTES -> printBase64(message);
        }
        terminal.printLine("");
    }

    private void printMember(String name, String value) throws IOException {
        StringBuilder member = new StringBuilder();
        new JsonWriter(member).beginObject().name(name).string(value).endObject();
        terminal.print(member.toString());
    }

    private void printBase64(Bytes payload) throws IOException {
        terminal.print("{\"base64\":\"");
        for (int from = 0; from < payload.size(); from += BASE64_BYTES) {
            Bytes piece = payload.slice(from, from + Math.min(BASE64_BYTES, payload.size() - from));
            terminal.print(Base64.getEncoder().encodeToString(piece.toByteArray()));
        }
        terminal.print("\"}");
    }
}
