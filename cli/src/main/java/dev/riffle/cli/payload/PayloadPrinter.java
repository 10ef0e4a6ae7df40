package dev.riffle.cli.payload;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.io.IOException;

/** Prints a payload in the form of its type. Large payloads need little memory, because the text appears in pieces. */
public final class PayloadPrinter {

    private PayloadPrinter() {}

    /**
     * Prints a payload as text for people, in lines. Messages with known fields are in protobuf's text format. A
     * message of another type has the numbers and contents of its fields. Bytes and images have a summary.
     *
     * @param kind the type that {@link PayloadKind} detected
     */
    public static void writeText(byte[] payload, PayloadKind kind, Appendable target) throws IOException {
        Bytes bytes = Bytes.ofOwned(payload);
        switch (kind) {
            case EXAMPLE -> Example.writeText(bytes, target, Dialect.TENSORFLOW);
            case OFRECORD -> Example.writeText(bytes, target, Dialect.ONEFLOW);
            case SEQUENCE_EXAMPLE -> SequenceExample.writeText(bytes, target);
            case EXAMPLE_LIST -> ExampleListPrinter.writeText(ExampleLists.parse(payload), target);
            case EVENT -> TensorBoardEvent.parse(payload).writeText(target);
            case PROTOBUF -> MessageText.print(payload, MessageSchema.NOTHING, target);
            case JSON, TEXT -> target.append(ended(bytes.utf8()));
            case EMPTY -> {}
            case IMAGE -> target.append("image, ").append(bytes.toString()).append('\n');
            case BYTES -> target.append(bytes.toString()).append('\n');
        }
    }

    private static String ended(String text) {
        return text.endsWith("\n") ? text : text + "\n";
    }

    /**
     * Prints a payload as one JSON object without a line break. Messages with known fields are in protobuf's JSON
     * mapping. A message of another type is a list of fields. Text is in a member {@code text}, and other bytes are in
     * a member {@code base64}.
     */
    public static void writeJson(byte[] payload, PayloadKind kind, Appendable target) throws IOException {
        Bytes bytes = Bytes.ofOwned(payload);
        switch (kind) {
            case EXAMPLE -> Example.writeJson(bytes, target, Dialect.TENSORFLOW);
            case OFRECORD -> Example.writeJson(bytes, target, Dialect.ONEFLOW);
            case SEQUENCE_EXAMPLE -> SequenceExample.writeJson(bytes, target);
            case EXAMPLE_LIST -> ExampleListPrinter.writeJson(ExampleLists.parse(payload), target);
            case EVENT -> TensorBoardEvent.parse(payload).writeJson(target);
            case PROTOBUF -> writeFields(payload, target);
            case JSON, TEXT, EMPTY -> {
                StringBuilder member = new StringBuilder();
                new JsonWriter(member)
                        .beginObject()
                        .name("text")
                        .string(bytes.utf8())
                        .endObject();
                target.append(member);
            }
            case IMAGE, BYTES -> {
                Pieces pieces = new Pieces(target);
                JsonWriter json = new JsonWriter(pieces.text);
                pieces.base64(json.beginObject().name("base64"), bytes);
                json.endObject();
                pieces.flush();
            }
        }
    }

    private static void writeFields(byte[] payload, Appendable target) throws IOException {
        Pieces pieces = new Pieces(target);
        MessageJson message = new MessageJson(pieces, MessageJson.Form.MAPPING);
        message.json().beginObject().name("fields");
        message.fields(FieldScanner.of(payload), 0);
        message.json().endObject();
        pieces.flush();
    }
}
