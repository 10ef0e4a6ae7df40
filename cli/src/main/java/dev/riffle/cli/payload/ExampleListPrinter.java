package dev.riffle.cli.payload;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.io.Bytes;
import java.io.IOException;

/** Prints an ExampleListWithContext. */
final class ExampleListPrinter {

    private ExampleListPrinter() {}

    /** Prints the message in protobuf's text format. */
    static void writeText(ExampleLists list, Appendable target) throws IOException {
        for (Bytes example : list.examples()) {
            writeText("examples", example, target);
        }
        if (list.context().isPresent()) {
            writeText("context", list.context().get(), target);
        }
    }

    private static void writeText(String name, Bytes example, Appendable target) throws IOException {
        target.append(name).append(" {\n");
        Example.writeText(example, new Indented(target), Dialect.TENSORFLOW);
        target.append("}\n");
    }

    /** Prints the message in protobuf's JSON mapping. */
    static void writeJson(ExampleLists list, Appendable target) throws IOException {
        String separator = "{";
        if (!list.examples().isEmpty()) {
            separator = "{\"examples\":[";
            for (Bytes example : list.examples()) {
                target.append(separator);
                Example.writeJson(example, target, Dialect.TENSORFLOW);
                separator = ",";
            }
            target.append("]");
        }
        if (list.context().isPresent()) {
            target.append(separator).append("\"context\":");
            Example.writeJson(list.context().get(), target, Dialect.TENSORFLOW);
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
