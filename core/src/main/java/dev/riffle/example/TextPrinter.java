package dev.riffle.example;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages in protobuf's text format: one field a line, two spaces a level, map entries in the byte order of their
 * keys, an empty key left out, text in UTF-8 and bytes in ASCII with octal escapes.
 */
final class TextPrinter {

    private static final int SHORT = 500;

    /** What is printed is passed on in pieces of about this size. */
    private static final int PIECE_CHARACTERS = 64 << 10;

    private final StringBuilder out = new StringBuilder();
    private final int limit;
    private final @Nullable Appendable target;
    private int level;

    private TextPrinter(int limit) {
        this(limit, null);
    }

    private TextPrinter(int limit, @Nullable Appendable target) {
        this.limit = limit;
        this.target = target;
    }

    /** Prints an Example piece by piece, without holding its text. */
    static void printExample(@Nullable NameMap<Feature> features, Dialect dialect, Appendable target)
            throws IOException {
        if (features != null) {
            dialect.check(features);
        }
        TextPrinter printer = new TextPrinter(Integer.MAX_VALUE, target);
        try {
            printer.printExample(features, dialect);
            printer.passOn(0);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Passes the text on if there is a target and more than {@code kept} characters. */
    private void passOn(int kept) {
        if (target == null || out.length() <= kept) {
            return;
        }
        try {
            target.append(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.setLength(0);
    }

    static String example(@Nullable NameMap<Feature> features, Dialect dialect) {
        if (features != null) {
            dialect.check(features);
        }
        TextPrinter printer = new TextPrinter(Integer.MAX_VALUE);
        printer.printExample(features, dialect);
        return printer.out.toString();
    }

    static String sequenceExample(@Nullable NameMap<Feature> context, @Nullable NameMap<FeatureList> lists) {
        if (context != null) {
            Dialect.TENSORFLOW.check(context);
        }
        if (lists != null) {
            Dialect.TENSORFLOW.checkLists(lists);
        }
        TextPrinter printer = new TextPrinter(Integer.MAX_VALUE);
        printer.printSequence(context, lists);
        return printer.out.toString();
    }

    static String shortText(Example example) {
        TextPrinter printer = new TextPrinter(SHORT);
        printer.printExample(example.nameMap(), Dialect.TENSORFLOW);
        return printer.shortened();
    }

    static String shortText(SequenceExample example) {
        TextPrinter printer = new TextPrinter(SHORT);
        printer.printSequence(example.context().nameMap(), example.nameMap());
        return printer.shortened();
    }

    static String shortText(Feature feature) {
        TextPrinter printer = new TextPrinter(SHORT);
        printer.printFeature(feature);
        return printer.shortened();
    }

    private String shortened() {
        String text = out.toString().strip();
        return out.length() < limit ? text : text.substring(0, Math.min(limit, text.length())) + "...";
    }

    private boolean isFull() {
        return out.length() >= limit;
    }

    private void printExample(@Nullable NameMap<Feature> features, Dialect dialect) {
        if (features == null) {
            return;
        }
        if (dialect.wraps()) {
            open("features");
            printFeatures(features);
            close();
        } else {
            printFeatures(features);
        }
    }

    private void printSequence(@Nullable NameMap<Feature> context, @Nullable NameMap<FeatureList> lists) {
        if (context != null) {
            open("context");
            printFeatures(context);
            close();
        }
        if (lists != null) {
            open("feature_lists");
            for (int i = 0; i < lists.size() && !isFull(); i++) {
                open("feature_list");
                printKey(lists.keyAt(i).text());
                printSteps(lists.valueAt(i));
                close();
            }
            close();
        }
    }

    private void printSteps(FeatureList steps) {
        open("value");
        for (int i = 0; i < steps.size() && !isFull(); i++) {
            open("feature");
            printFeature(steps.get(i));
            close();
        }
        close();
    }

    private void printFeatures(NameMap<Feature> features) {
        for (int i = 0; i < features.size() && !isFull(); i++) {
            open("feature");
            printKey(features.keyAt(i).text());
            open("value");
            printFeature(features.valueAt(i));
            close();
            close();
        }
    }

    private void printKey(String key) {
        if (key.isEmpty()) {
            return;
        }
        indent();
        out.append("key: \"");
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c < 0x80) {
                escape((byte) c);
            } else {
                out.append(c);
            }
        }
        out.append("\"\n");
    }

    private void printFeature(Feature feature) {
        if (feature.kind() == Kind.NOT_SET) {
            return;
        }
        open(feature.kind().fieldName());
        for (int i = 0; i < feature.size() && !isFull(); i++) {
            indent();
            out.append("value: ");
            switch (feature.kind()) {
                case INT64 -> out.append(feature.longAt(i));
                case INT32 -> out.append(feature.intAt(i));
                case FLOAT -> printFloat(feature.floatAt(i));
                case DOUBLE -> printDouble(feature.doubleAt(i));
                case BYTES -> printBytes(feature.bytesAt(i));
                case NOT_SET -> throw new IllegalStateException("no kind");
            }
            out.append('\n');
            passOn(PIECE_CHARACTERS);
        }
        close();
    }

    private void printFloat(float value) {
        if (Float.isFinite(value)) {
            FloatText.append(out, value);
        } else {
            out.append(Float.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");
        }
    }

    private void printDouble(double value) {
        if (Double.isFinite(value)) {
            FloatText.append(out, value);
        } else {
            out.append(Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");
        }
    }

    private void printBytes(Bytes value) {
        out.append('"');
        for (int i = 0; i < value.size() && !isFull(); i++) {
            escape(value.get(i));
            passOn(PIECE_CHARACTERS);
        }
        out.append('"');
    }

    private void escape(byte b) {
        switch (b) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '"' -> out.append("\\\"");
            case '\'' -> out.append("\\'");
            case '\\' -> out.append("\\\\");
            default -> {
                if (b >= ' ' && b < 0x7f) {
                    out.append((char) b);
                } else {
                    out.append('\\')
                            .append((char) ('0' + (b >> 6 & 3)))
                            .append((char) ('0' + (b >> 3 & 7)))
                            .append((char) ('0' + (b & 7)));
                }
            }
        }
    }

    private void open(String field) {
        indent();
        out.append(field).append(" {\n");
        level++;
    }

    private void close() {
        level--;
        indent();
        out.append("}\n");
    }

    private void indent() {
        for (int i = 0; i < level; i++) {
            out.append("  ");
        }
    }
}
