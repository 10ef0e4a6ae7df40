package dev.riffle.example;

import dev.riffle.internal.FloatText;
import dev.riffle.internal.QuotedBytes;
import dev.riffle.io.Bytes;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages in protobuf's text format. Each field is on its own line, with two spaces for each level. Map entries
 * are in the byte order of their keys. Empty keys are omitted. Text is in UTF-8. Bytes are in ASCII with octal escapes.
 */
final class TextPrinter {

    private static final int SHORT = 500;

    private final PieceOutput pieces;
    private final StringBuilder out;
    private final int limit;
    private int level;

    private TextPrinter(PieceOutput pieces, int limit) {
        this.pieces = pieces;
        this.out = pieces.text;
        this.limit = limit;
    }

    static PieceOutput.Printing example(@Nullable NameMap<Feature> features, Dialect dialect) {
        return message("features", features, null, dialect);
    }

    static PieceOutput.Printing sequenceExample(
            @Nullable NameMap<Feature> context, @Nullable NameMap<FeatureList> lists) {
        return message("context", context, lists, Dialect.TENSORFLOW);
    }

    private static PieceOutput.Printing message(
            String field, @Nullable NameMap<Feature> features, @Nullable NameMap<FeatureList> lists, Dialect dialect) {
        dialect.check(features, lists);
        return pieces ->
                new TextPrinter(pieces, Integer.MAX_VALUE).printMessage(dialect.wraps() ? field : "", features, lists);
    }

    static String shortText(Example example) {
        return shortened(printer -> printer.printMessage("features", example.nameMap(), null));
    }

    static String shortText(SequenceExample example) {
        return shortened(
                printer -> printer.printMessage("context", example.context().nameMap(), example.nameMap()));
    }

    static String shortText(Feature feature) {
        return shortened(printer -> printer.printFeature(feature));
    }

    private static String shortened(Consumer<TextPrinter> printing) {
        TextPrinter printer = new TextPrinter(PieceOutput.keeping(), SHORT);
        printing.accept(printer);
        String text = printer.out.toString().strip();
        return printer.isFull() ? text.substring(0, Math.min(SHORT, text.length())) + "..." : text;
    }

    private boolean isFull() {
        return out.length() >= limit;
    }

    /** Prints a message whose features are in a field, or in the message itself if the name of the field is empty. */
    private void printMessage(String field, @Nullable NameMap<Feature> features, @Nullable NameMap<FeatureList> lists) {
        if (features != null && field.isEmpty()) {
            printFeatures(features);
        } else if (features != null) {
            open(field);
            printFeatures(features);
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
            pieces.passOn();
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
            pieces.passOn();
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
                QuotedBytes.appendEscaped(out, (byte) c);
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
        feature.forEachPiece(this::printValues);
        close();
    }

    private void printValues(Feature feature) {
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
            pieces.passOn();
        }
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
            QuotedBytes.appendEscaped(out, value.get(i));
            pieces.passOn();
        }
        out.append('"');
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
