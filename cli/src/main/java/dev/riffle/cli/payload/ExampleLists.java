package dev.riffle.cli.payload;

import dev.riffle.cli.payload.MessageSchema.Field;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The Examples of an ExampleListWithContext, and their common context. An ExampleList is such a message without a
 * context. Source of the fields: {@code tensorflow_serving/apis/input.proto}.
 *
 * @param examples the serialized Examples, in their stored order
 * @param context the serialized context, if the message has one
 */
public record ExampleLists(List<Bytes> examples, Optional<Bytes> context) {

    private static final int EXAMPLES = 1;
    private static final int CONTEXT = 2;

    private static final MessageSchema SCHEMA = MessageSchema.of(
            Field.messages(EXAMPLES, "examples", MessageSchema.NOTHING),
            Field.message(CONTEXT, "context", MessageSchema.NOTHING));

    /** Reads a payload whose type is {@link dev.riffle.example.internal.PayloadKind#EXAMPLE_LIST}. */
    public static ExampleLists parse(byte[] payload) {
        List<Bytes> examples = new ArrayList<>();
        ByteArrayOutputStream context = new ByteArrayOutputStream();
        boolean hasContext = false;
        FieldScanner fields = FieldScanner.of(payload);
        while (fields.next()) {
            if (SCHEMA.field(fields.tag()).isEmpty()) {
                continue;
            }
            if (fields.number() == EXAMPLES) {
                examples.add(fields.bytes());
            } else {
                // Protobuf merges several contexts. Their bytes in sequence are the merged message.
                context.writeBytes(fields.bytes().toByteArray());
                hasContext = true;
            }
        }
        return new ExampleLists(
                examples, hasContext ? Optional.of(Bytes.ofOwned(context.toByteArray())) : Optional.empty());
    }

    /** Prints the message in protobuf's text format. */
    void writeText(Appendable target) throws IOException {
        for (Bytes example : examples) {
            writeText("examples", example, target);
        }
        if (context.isPresent()) {
            writeText("context", context.get(), target);
        }
    }

    private static void writeText(String name, Bytes example, Appendable target) throws IOException {
        target.append(name).append(" {\n");
        Example.writeText(example, new Indented(target), Dialect.TENSORFLOW);
        target.append("}\n");
    }

    /** Prints the message in protobuf's JSON mapping. */
    void writeJson(Appendable target) throws IOException {
        String separator = "{";
        if (!examples.isEmpty()) {
            separator = "{\"examples\":[";
            for (Bytes example : examples) {
                target.append(separator);
                Example.writeJson(example, target, Dialect.TENSORFLOW);
                separator = ",";
            }
            target.append("]");
        }
        if (context.isPresent()) {
            target.append(separator).append("\"context\":");
            Example.writeJson(context.get(), target, Dialect.TENSORFLOW);
        }
        target.append("}");
    }

    /** Text with two spaces before each line. */
    private static final class Indented implements Appendable {

        private final Appendable target;
        private boolean atLineStart = true;

        Indented(Appendable target) {
            this.target = target;
        }

        @Override
        public Appendable append(CharSequence text) throws IOException {
            StringBuilder indented = new StringBuilder(text.length());
            for (int i = 0; i < text.length(); i++) {
                if (atLineStart) {
                    indented.append("  ");
                }
                indented.append(text.charAt(i));
                atLineStart = text.charAt(i) == '\n';
            }
            target.append(indented);
            return this;
        }

        @Override
        public Appendable append(CharSequence text, int from, int to) throws IOException {
            return append(text.subSequence(from, to));
        }

        @Override
        public Appendable append(char character) throws IOException {
            return append(String.valueOf(character));
        }
    }
}
