package dev.riffle.cli.rewrite;

import dev.riffle.cli.payload.FeatureJson;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Paint;
import dev.riffle.cli.terminal.PaintedText;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import dev.riffle.rewrite.DiffReport;
import dev.riffle.rewrite.RecordDifference;
import dev.riffle.rewrite.RecordDifference.Side;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the differences between two sets of records. */
final class DifferencePrinter {

    private final Terminal terminal;
    private final Style style;
    private final List<String> key;
    private long printed;

    DifferencePrinter(Terminal terminal, Style style, List<String> key) {
        this.terminal = terminal;
        this.style = style;
        this.key = key;
    }

    void print(RecordDifference difference) throws IOException {
        printed++;
        switch (style) {
            case TEXT -> printText(difference);
            case JSON -> terminal.printLine(json(difference));
        }
    }

    private void printText(RecordDifference difference) throws IOException {
        String what = switch (difference.kind()) {
            case MISSING -> "missing";
            case ADDED -> "added";
            case CHANGED -> "changed";
            case REENCODED -> "changed (same features, other bytes)";
            case DUPLICATE_KEY -> "key again";
            case WITHOUT_KEY -> "without key";
        };
        List<String> places = new ArrayList<>();
        difference.left().map(DifferencePrinter::place).ifPresent(places::add);
        difference.right().map(DifferencePrinter::place).ifPresent(places::add);
        Optional<Side> either = difference.left().or(difference::right);
        String keyed = difference.kind() == RecordDifference.Kind.WITHOUT_KEY
                ? either.map(DifferencePrinter::typeText).orElse("")
                : either.map(this::keyText).orElse("");
        PaintedText line = new PaintedText(terminal.screen()).painted(paint(difference.kind()), what);
        terminal.print(line.plain(": " + Escapes.line(String.join(" -> ", places) + keyed))
                .plain("\n"));
        if (difference.kind() == RecordDifference.Kind.CHANGED
                && difference.left().isPresent()
                && difference.right().isPresent()) {
            printChange(difference.left().get(), difference.right().get());
        }
    }

    private static Paint paint(RecordDifference.Kind kind) {
        return switch (kind) {
            case MISSING -> Paint.BAD;
            case ADDED -> Paint.GOOD;
            case CHANGED, REENCODED, DUPLICATE_KEY, WITHOUT_KEY -> Paint.CHANGED;
        };
    }

    private void printChange(Side left, Side right) throws IOException {
        List<FeatureDifference> features = features(left, right);
        for (FeatureDifference feature : features) {
            PaintedText line = new PaintedText(terminal.screen()).plain("  ");
            line.painted(Paint.NAME, Escapes.visible(feature.name()));
            terminal.print(line.plain(": " + Escapes.line(feature.left() + " -> " + feature.right()))
                    .plain("\n"));
        }
        if (features.isEmpty()) {
            terminal.printLine("  " + bytes(left.payload(), right.payload()));
        }
    }

    private static String bytes(Bytes left, Bytes right) {
        int first = firstDifference(left, right);
        String sizes = left.size() == right.size()
                ? Sizes.count(left.size(), "byte")
                : Sizes.count(left.size(), "byte") + " -> " + Sizes.count(right.size(), "byte");
        return sizes + ", first difference at byte " + first + " on: " + at(left, first) + " -> " + at(right, first);
    }

    private static int firstDifference(Bytes left, Bytes right) {
        int count = Math.min(left.size(), right.size());
        for (int i = 0; i < count; i++) {
            if (left.get(i) != right.get(i)) {
                return i;
            }
        }
        return count;
    }

    private static String at(Bytes payload, int index) {
        return index < payload.size() ? "0x" + payload.slice(index, index + 1).hex() : "end";
    }

    private static String place(Side side) {
        return "record " + side.number() + " (" + side.file() + " at offset " + side.offset() + ")";
    }

    /**
     * Returns a description of a record without the key. Empty if the record may be a message that only lacks the
     * feature.
     */
    private static String typeText(Side side) {
        byte[] payload = side.payload().toByteArray();
        PayloadKind kind = PayloadKind.of(payload, side.format());
        PayloadKind expected = PayloadKind.exampleIn(side.format());
        return switch (kind) {
            case EXAMPLE, SEQUENCE_EXAMPLE, EMPTY -> "";
            case OFRECORD, EXAMPLE_LIST, EVENT, IMAGE, JSON, TEXT, PROTOBUF, BYTES ->
                kind == expected ? "" : " " + kind.insteadOf(expected, payload);
        };
    }

    private String keyText(Side side) {
        StringBuilder text = new StringBuilder();
        example(side)
                .ifPresent(example -> key.forEach(name -> example.find(name)
                        .ifPresent(feature -> text.append(", ")
                                .append(Escapes.visible(name))
                                .append(": ")
                                .append(FeatureDifference.from(feature, 0)))));
        return text.toString();
    }

    /** Returns the features in which two records differ. The list is empty unless both records are Examples. */
    private static List<FeatureDifference> features(Side left, Side right) {
        Optional<Example> one = example(left);
        Optional<Example> other = example(right);
        return one.isPresent() && other.isPresent() ? FeatureDifference.of(one.get(), other.get()) : List.of();
    }

    private static Optional<Example> example(Side side) {
        PayloadKind kind = PayloadKind.of(side.payload().toByteArray(), side.format());
        if (kind != PayloadKind.exampleIn(side.format())) {
            return Optional.empty();
        }
        Dialect dialect = ExampleContent.dialect(side.format());
        try {
            return Optional.of(Example.parse(side.payload(), dialect));
        } catch (MalformedMessageException e) {
            return Optional.empty();
        }
    }

    private String json(RecordDifference difference) {
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject().name("difference");
        json.string(difference.kind().name().toLowerCase(Locale.ROOT));
        difference.left().ifPresent(side -> write(json.name("left"), side));
        difference.right().ifPresent(side -> write(json.name("right"), side));
        if (difference.left().isPresent() && difference.right().isPresent()) {
            Side left = difference.left().get();
            Side right = difference.right().get();
            json.name("features").beginArray();
            for (FeatureDifference feature : features(left, right)) {
                json.beginObject().name("name").string(feature.name());
                feature.leftFeature().ifPresent(values -> FeatureJson.write(json.name("left"), values));
                feature.rightFeature().ifPresent(values -> FeatureJson.write(json.name("right"), values));
                json.endObject();
            }
            json.endArray().name("first_differing_byte").number(firstDifference(left.payload(), right.payload()));
        }
        json.endObject();
        return line.toString();
    }

    private void write(JsonWriter json, Side side) {
        json.beginObject().name("record").number(side.number());
        json.name("file").string(side.file());
        json.name("offset").number(side.offset());
        json.name("bytes").number(side.payload().size());
        if (!key.isEmpty()) {
            json.name("key").beginObject();
            example(side)
                    .ifPresent(example -> key.forEach(name ->
                            example.find(name).ifPresent(feature -> FeatureJson.write(json.name(name), feature))));
            json.endObject();
        }
        json.endObject();
    }

    /** Prints the number of differences of each kind. */
    void printSummary(String left, String right, DiffReport report) throws IOException {
        switch (style) {
            case TEXT -> printSummaryText(left, right, report);
            case JSON -> printSummaryJson(left, right, report);
        }
    }

    private void printSummaryText(String left, String right, DiffReport report) throws IOException {
        if (report.differences() > printed) {
            terminal.printLine("... and " + Sizes.count(report.differences() - printed, "more difference"));
        }
        if (report.differences() == 0) {
            terminal.printLine(
                    left + " and " + right + ": " + Sizes.count(report.leftRecords(), "record") + ", all equal");
            return;
        }
        StringBuilder line = new StringBuilder();
        line.append(left).append(": ").append(Sizes.count(report.leftRecords(), "record"));
        line.append(", ").append(right).append(": ").append(Sizes.count(report.rightRecords(), "record"));
        line.append("; ").append(Sizes.grouped(report.equal())).append(" equal");
        add(line, report.missing(), "missing");
        add(line, report.added(), "added");
        add(line, report.changed(), "changed");
        add(line, report.reencoded(), "changed (same features, other bytes)");
        add(line, report.duplicateKeys(), "with a key again");
        add(line, report.withoutKey(), "without key");
        boolean keysOnly = report.missing() + report.added() + report.changed() + report.reencoded() == 0;
        if (keysOnly && report.leftRecords() == report.rightRecords()) {
            line.append("; all compared records are equal");
        }
        terminal.printLine(line.toString());
    }

    private static void add(StringBuilder line, long count, String what) {
        if (count > 0) {
            line.append(", ").append(Sizes.grouped(count)).append(' ').append(what);
        }
    }

    private void printSummaryJson(String left, String right, DiffReport report) throws IOException {
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject().name("left").string(left).name("right").string(right);
        json.name("left_records").number(report.leftRecords());
        json.name("right_records").number(report.rightRecords());
        json.name("equal").number(report.equal());
        json.name("missing").number(report.missing());
        json.name("added").number(report.added());
        json.name("changed").number(report.changed());
        json.name("reencoded").number(report.reencoded());
        json.name("duplicate_key").number(report.duplicateKeys());
        json.name("without_key").number(report.withoutKey());
        json.name("printed").number(printed).endObject();
        terminal.printLine(line.toString());
    }
}
