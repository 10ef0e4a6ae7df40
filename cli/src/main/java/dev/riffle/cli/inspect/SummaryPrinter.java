package dev.riffle.cli.inspect;

import dev.riffle.cli.payload.TensorBoardEvent;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Paint;
import dev.riffle.cli.terminal.PaintedText;
import dev.riffle.cli.terminal.Screen;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.TextTable;
import dev.riffle.internal.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints the summary of a file, for people and for programs. */
final class SummaryPrinter {

    private static final String PROBLEM = "problem";

    private final PaintedText text;
    private final Screen screen;

    private SummaryPrinter(PaintedText text, Screen screen) {
        this.text = text;
        this.screen = screen;
    }

    /**
     * Returns the summary for people.
     *
     * @param screen the screen of the summary
     */
    static PaintedText text(FileSummary file, Screen screen) {
        PaintedText painted =
                new PaintedText(screen).painted(Paint.HEADING, file.name()).plain("\n");
        return new SummaryPrinter(painted, screen).add(file);
    }

    private PaintedText add(FileSummary file) {
        if (file.format().isPresent()) {
            line("format", file.format().get().title() + ", " + compression(file));
        }
        file.problem().ifPresent(problem -> line(PROBLEM, problem));
        if (!file.regions().isEmpty()) {
            line(
                    "lost",
                    Sizes.count(file.lostBytes(), "byte") + " in " + Sizes.count(file.regionCount(), "region")
                            + "; 'riffle repair' recovers the rest");
            int width = screen.width() - begin("map").length();
            line("map", StripMap.line(file.lost(), file.end(), width, screen.environment()));
            line("", StripMap.legend(screen.environment()));
        }
        if (file.fileBytes().isPresent()) {
            line("file", Sizes.count(file.fileBytes().getAsLong(), "byte"));
        }
        if (file.format().isPresent()) {
            line("records", Sizes.grouped(file.records()));
        }
        if (file.records() > 0) {
            line("payloads", payloads(file));
        }
        if (file.sampled() > 0) {
            line("hold", kinds(file));
        }
        file.payloads().events().ifPresent(events -> line("events", events(events)));
        features(file);
        return text;
    }

    private void line(String title, String value) {
        String begin = begin(title);
        for (String part : TextTable.wrapped(Escapes.line(value), screen.width() - begin.length())) {
            text.plain(begin);
            if (title.equals(PROBLEM)) {
                text.painted(Paint.BAD, part);
            } else {
                text.plain(part);
            }
            text.plain("\n");
            begin = " ".repeat(begin.length());
        }
    }

    private static String begin(String title) {
        return String.format(Locale.ROOT, "  %-12s", title);
    }

    private static String compression(FileSummary file) {
        return file.compression().get().isNone()
                ? "not compressed"
                : file.compression().get().name();
    }

    private static String payloads(FileSummary file) {
        return Sizes.count(file.payloadBytes(), "byte") + "; each "
                + FeatureSummary.range(Sizes.grouped(file.smallest()), Sizes.grouped(file.largest())) + ", mean "
                + Sizes.grouped(mean(file));
    }

    private static long mean(FileSummary file) {
        return Math.round((double) file.payloadBytes() / file.records());
    }

    private static String kinds(FileSummary file) {
        String kinds = file.kinds().entrySet().stream()
                .map(entry -> file.kinds().size() == 1
                        ? entry.getKey().title()
                        : entry.getKey().title() + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
        return file.sampled() == file.records()
                ? kinds
                : kinds + " (inferred from the first " + Sizes.count(file.sampled(), "record") + ")";
    }

    private static String events(PayloadSummary.Events events) {
        String steps = events.firstStep() == events.lastStep() ? "step " : "steps ";
        String range = FeatureSummary.range(Long.toString(events.firstStep()), Long.toString(events.lastStep()));
        Optional<String> from = TensorBoardEvent.dateOf(events.earliest());
        Optional<String> to = TensorBoardEvent.dateOf(events.latest());
        boolean dates = from.isPresent() && to.isPresent();
        return steps + range + (dates ? "; " + FeatureSummary.range(from.get(), to.get()) : "");
    }

    private void features(FileSummary file) {
        Map<PayloadSummary.Name, FeatureSummary> features = file.payloads().features();
        if (features.isEmpty()) {
            return;
        }
        boolean parts = features.keySet().stream().anyMatch(name -> name.part() != PayloadSummary.Part.FEATURES);
        boolean steps = features.values().stream().anyMatch(FeatureSummary::hasSteps);
        TextTable table = new TextTable("  ", parts ? 1 : 0, Integer.MAX_VALUE);
        table.add(row(parts, "part", steps, "steps", "feature", "kind", "records", "values", "range"));
        features.forEach((name, feature) -> table.add(row(
                parts,
                name.part().title(),
                steps,
                feature.hasSteps()
                        ? range(feature.facts().fewestSteps(), feature.facts().mostSteps())
                        : "",
                name.text(),
                feature.kinds(),
                Sizes.grouped(feature.facts().records()),
                range(feature.facts().fewestValues(), feature.facts().mostValues()),
                feature.range())));
        table.appendTo(text, screen, 1);
    }

    /** Returns a row with a cell for the part and a cell for the steps, if any feature has them. */
    private static List<String> row(boolean parts, String part, boolean steps, String step, String... cells) {
        List<String> row = new ArrayList<>(List.of(cells));
        if (steps) {
            row.add(row.size() - 2, step);
        }
        if (parts) {
            row.add(0, part);
        }
        return row;
    }

    private static String range(int fewest, int most) {
        return FeatureSummary.range(Integer.toString(fewest), Integer.toString(most));
    }

    static String json(FileSummary file) {
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject().name("file").string(file.name());
        file.format()
                .ifPresent(format -> json.name("format").string(format.name().toLowerCase(Locale.ROOT)));
        file.compression()
                .ifPresent(compression ->
                        json.name("compression").string(compression.name().toLowerCase(Locale.ROOT)));
        file.problem().ifPresent(problem -> json.name("error").string(problem));
        file.fileBytes().ifPresent(bytes -> json.name("file_bytes").number(bytes));
        if (file.format().isPresent()) {
            json.name("records").number(file.records());
            json.name("payload_bytes").number(file.payloadBytes());
            json.name("min_payload").number(file.smallest());
            json.name("max_payload").number(file.largest());
            regions(file, json);
            json.name("sampled").number(file.sampled());
            json.name("holds").beginObject();
            file.kinds()
                    .forEach((kind, count) ->
                            json.name(kind.name().toLowerCase(Locale.ROOT)).number(count));
            json.endObject();
            file.payloads().events().ifPresent(events -> events(json, events));
            json.name("features").beginArray();
            file.payloads().features().forEach((name, feature) -> feature(json, name, feature));
            json.endArray();
        }
        json.endObject();
        return line.append('\n').toString();
    }

    private static void regions(FileSummary file, JsonWriter json) {
        if (file.regions().isEmpty()) {
            return;
        }
        json.name("lost_bytes").number(file.lostBytes());
        json.name("lost_regions").number(file.regionCount());
        json.name("lost").beginArray();
        for (FileSummary.Lost region : file.regions()) {
            json.beginObject().name("offset").number(region.offset());
            json.name("length").number(region.length());
            json.name("reason").string(region.reason().name().toLowerCase(Locale.ROOT));
            json.endObject();
        }
        json.endArray();
    }

    private static void events(JsonWriter json, PayloadSummary.Events events) {
        json.name("events").beginObject();
        json.name("first_step").number(events.firstStep()).name("last_step").number(events.lastStep());
        TensorBoardEvent.dateOf(events.earliest())
                .ifPresent(date -> json.name("earliest").string(date));
        TensorBoardEvent.dateOf(events.latest())
                .ifPresent(date -> json.name("latest").string(date));
        json.endObject();
    }

    private static void feature(JsonWriter json, PayloadSummary.Name name, FeatureSummary feature) {
        json.beginObject();
        if (name.part() != PayloadSummary.Part.FEATURES) {
            json.name("part").string(name.part().title());
        }
        json.name("name").string(name.text());
        feature.writeMembers(json);
        json.endObject();
    }
}
