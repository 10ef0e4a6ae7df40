package dev.riffle.cli;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
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

    /** How a record is printed. */
    enum Form {
        /** Messages in protobuf's text format behind a comment line, text as it is, a summary of other bytes. */
        TEXT,
        /** A line of JSON: messages as protobuf maps them, other payloads as text or base64. */
        JSON,
        /** The bytes of the payload and nothing else. */
        RAW
    }

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

    /** Prints a record of a file, with its number there. */
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
            case JSON -> terminal.printLine(json(payload, format));
            case TEXT -> {
                terminal.printLine("# " + file + ": record " + record + ", " + Sizes.count(payload.length, "byte"));
                printText(Bytes.ofOwned(payload), PayloadKind.of(payload, format));
            }
        }
    }

    private void printText(Bytes payload, PayloadKind kind) throws IOException {
        switch (kind) {
            case EXAMPLE -> printText(Example.parse(payload), Dialect.TENSORFLOW);
            case OFRECORD -> printText(Example.parse(payload, Dialect.ONEFLOW), Dialect.ONEFLOW);
            case SEQUENCE_EXAMPLE -> printText(SequenceExample.parse(payload).toText());
            case JSON, TEXT -> printText(payload.utf8());
            case EMPTY -> printText("");
            case IMAGE -> printText("image, " + payload);
            case EXAMPLE_LIST, PROTOBUF, BYTES -> printText(payload.toString());
        }
    }

    private void printText(String text) throws IOException {
        terminal.print(text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
    }

    private void printText(Example example, Dialect dialect) throws IOException {
        example.writeText(terminal.text(), dialect);
    }

    static String json(byte[] payload, RecordFormat format) {
        return switch (PayloadKind.of(payload, format)) {
            case EXAMPLE -> Example.parse(Bytes.ofOwned(payload)).toJson();
            case OFRECORD ->
                format == RecordFormat.OFRECORD
                        ? Example.parse(Bytes.ofOwned(payload), Dialect.ONEFLOW).toJson(Dialect.ONEFLOW)
                        : base64(payload);
            case SEQUENCE_EXAMPLE ->
                SequenceExample.parse(Bytes.ofOwned(payload)).toJson();
            case JSON, TEXT, EMPTY -> member("text", Bytes.ofOwned(payload).utf8());
            case IMAGE, EXAMPLE_LIST, PROTOBUF, BYTES -> base64(payload);
        };
    }

    private static String base64(byte[] payload) {
        return member("base64", Base64.getEncoder().encodeToString(payload));
    }

    private static String member(String name, String value) {
        StringBuilder line = new StringBuilder();
        new JsonWriter(line).beginObject().name(name).string(value).endObject();
        return line.toString();
    }
}
