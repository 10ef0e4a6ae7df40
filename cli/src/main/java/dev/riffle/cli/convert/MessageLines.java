package dev.riffle.cli.convert;

import dev.riffle.RecordReader;
import dev.riffle.cli.payload.PayloadPrinter;
import dev.riffle.cli.payload.TensorBoardEvent;
import dev.riffle.example.Example;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.formats.ExampleWriter;
import dev.riffle.formats.JsonLinesExport;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

/**
 * Writes records as JSON lines. The first record with content determines the type of all records: Example, OFRecord,
 * SequenceExample, ExampleListWithContext, TensorBoard event, or a protobuf message of another type. A damaged record
 * therefore never becomes a line of another type.
 */
final class MessageLines {

    private final Writer out;
    private final ExportRequest.JsonForm form;
    private final ExampleWriter writer;
    private final StringWriter part = new StringWriter();
    private final ExampleWriter contexts = JsonLinesExport.plain().open(part);
    private final ExampleWriter examples = JsonLinesExport.plain().open(part);
    private PayloadKind type = PayloadKind.EMPTY;

    /**
     * Creates lines.
     *
     * @param writer writes Examples, OFRecords and SequenceExamples to {@code out}
     */
    MessageLines(Writer out, ExportRequest.JsonForm form, ExampleWriter writer) {
        this.out = out;
        this.form = form;
        this.writer = writer;
    }

    /**
     * Writes the current record if it is not an Example or OFRecord. Returns false if the caller must write it as an
     * Example.
     *
     * @throws IOException if the record has another type than the records before it
     */
    boolean write(RecordReader reader) throws IOException {
        if (type == PayloadKind.EXAMPLE || type == PayloadKind.OFRECORD) {
            return false;
        }
        byte[] payload = reader.payloadBytes();
        PayloadKind kind = PayloadKind.of(payload, reader.format());
        if (type == PayloadKind.EMPTY) {
            type = kind;
        }
        switch (type) {
            case SEQUENCE_EXAMPLE -> {
                if (kind != PayloadKind.EXAMPLE) {
                    check(reader, payload, kind);
                }
                writer.write(SequenceExample.parse(Bytes.ofOwned(payload)));
            }
            case EXAMPLE_LIST, EVENT, PROTOBUF -> {
                check(reader, payload, kind);
                line(payload);
                out.append('\n');
            }
            case EXAMPLE, OFRECORD, IMAGE, JSON, TEXT, EMPTY, BYTES -> {
                return false;
            }
        }
        return true;
    }

    private void check(RecordReader reader, byte[] payload, PayloadKind kind) throws IOException {
        if (kind != type && kind != PayloadKind.EMPTY) {
            throw new IOException(RecordPlace.of(reader) + " " + kind.insteadOf(type, payload));
        }
    }

    private void line(byte[] payload) throws IOException {
        if (form == ExportRequest.JsonForm.PLAIN && type == PayloadKind.EVENT) {
            TensorBoardEvent.parse(payload).writePlain(out);
        } else if (form == ExportRequest.JsonForm.PLAIN && type == PayloadKind.EXAMPLE_LIST) {
            lists(ExampleLists.parse(payload));
        } else {
            PayloadPrinter.writeJson(payload, type, out);
        }
    }

    private void lists(ExampleLists lists) throws IOException {
        out.append("{\"context\":");
        out.append(plain(contexts, lists.context().orElse(Bytes.empty())));
        out.append(",\"examples\":[");
        String separator = "";
        for (Bytes example : lists.examples()) {
            out.append(separator).append(plain(examples, example));
            separator = ",";
        }
        out.append("]}");
    }

    /** Returns the line of an Example without its line break. */
    private String plain(ExampleWriter lines, Bytes example) throws IOException {
        part.getBuffer().setLength(0);
        lines.write(Example.parse(example));
        lines.flush();
        return part.toString().stripTrailing();
    }
}
