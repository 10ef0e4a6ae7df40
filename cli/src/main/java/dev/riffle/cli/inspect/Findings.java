package dev.riffle.cli.inspect;

import dev.riffle.CorruptRecordException;
import dev.riffle.NestedRecords;
import dev.riffle.SkippedRegion;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Paint;
import dev.riffle.cli.terminal.PaintedText;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.JsonWriter;
import java.io.IOException;
import java.util.Locale;

/** Prints each problem of a file immediately, and a summary at the end of the file. */
final class Findings {

    private final Terminal terminal;
    private final Style style;
    private final String file;
    private long count;
    private long damages;

    Findings(Terminal terminal, Style style, String file) {
        this.terminal = terminal;
        this.style = style;
        this.file = file;
    }

    long count() {
        return count;
    }

    /** Returns the number of findings about framing or compression, which contradict the counts of a manifest. */
    long damages() {
        return damages;
    }

    /** Reports a skipped damaged region. */
    void skipped(SkippedRegion region) throws IOException {
        damage(region.cause(), Sizes.count(region.length(), "byte") + " skipped" + nested(region));
    }

    /** Returns the words of the loss report for nested records. */
    private static String nested(SkippedRegion region) {
        return (region.nested().contains(NestedRecords.DROP) ? "; intact records inside dropped as nested" : "")
                + (region.nested().contains(NestedRecords.KEEP) ? "; next records kept, possibly nested" : "");
    }

    /** Reports damage, or a record above the memory limit, that ended reading. */
    void brokenOff(CorruptRecordException damage) throws IOException {
        damage(damage, "the rest of the file was not read");
    }

    /** Reports damage to framing or compression. */
    private void damage(CorruptRecordException damage, String consequence) throws IOException {
        count++;
        damages++;
        if (style == Style.TEXT) {
            terminal.printLine(Paint.BAD, damage.getMessage() + "; " + consequence);
            return;
        }
        StringBuilder line = new StringBuilder();
        finding(line, damage.recordIndex(), damage.offset())
                .name("reason")
                .string(damage.reason().name().toLowerCase(Locale.ROOT))
                .name("expected")
                .string(damage.expected())
                .name("found")
                .string(damage.found())
                .name("consequence")
                .string(consequence)
                .endObject();
        terminal.printLine(line.toString());
    }

    /** Reports an intact record with the wrong content. */
    void message(long record, long offset, String found) throws IOException {
        count++;
        if (style == Style.TEXT) {
            terminal.printLine(Paint.BAD, file + ": record " + record + " at offset " + offset + " is " + found);
            return;
        }
        StringBuilder line = new StringBuilder();
        finding(line, record, offset)
                .name("reason")
                .string("not_an_example")
                .name("found")
                .string(found)
                .endObject();
        terminal.printLine(line.toString());
    }

    private JsonWriter finding(StringBuilder line, long record, long offset) {
        return new JsonWriter(line)
                .beginObject()
                .name("file")
                .string(file)
                .name("record")
                .number(record)
                .name("offset")
                .number(offset);
    }

    /** Ends the report on the file. */
    void end(long records) throws IOException {
        if (style == Style.TEXT) {
            PaintedText line = new PaintedText(terminal.screen());
            line.plain(Escapes.line(file) + ": " + Sizes.count(records, "record") + ", ");
            line.painted(
                    count == 0 ? Paint.GOOD : Paint.BAD, count == 0 ? "nothing wrong" : Sizes.count(count, "finding"));
            terminal.print(line.plain("\n"));
            return;
        }
        StringBuilder line = new StringBuilder();
        new JsonWriter(line)
                .beginObject()
                .name("file")
                .string(file)
                .name("records")
                .number(records)
                .name("findings")
                .number(count)
                .endObject();
        terminal.printLine(line.toString());
    }
}
