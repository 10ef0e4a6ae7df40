package dev.riffle.cli.rewrite;

import dev.riffle.cli.output.WrittenFiles;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.JsonWriter;
import dev.riffle.shard.WrittenShard;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints the result of a rewriting command as text or JSON. */
final class RewriteResult {

    private final Terminal terminal;
    private final Style style;
    private final boolean standardOutputIsTaken;
    private final Map<String, Object> members = new LinkedHashMap<>();
    private final StringBuilder lines = new StringBuilder();
    private String missing = "";

    RewriteResult(Terminal terminal, Style style, boolean standardOutputIsTaken) {
        this.terminal = terminal;
        this.style = style;
        this.standardOutputIsTaken = standardOutputIsTaken;
    }

    /** Adds a member to the JSON object: a number, a truth value or a text. */
    RewriteResult member(String name, Object value) {
        members.put(name, value);
        return this;
    }

    /** Sets the reason for missing records, for a note on standard error; empty if the output has all records. */
    RewriteResult missing(String reason) {
        missing = reason;
        return this;
    }

    /** Adds a line to the text. */
    RewriteResult line(String text) {
        lines.append(Escapes.line(text)).append('\n');
        return this;
    }

    /** Prints the result, and notes missing records on standard error. */
    void print(List<String> names, List<WrittenShard> written) throws IOException {
        WrittenFiles files = new WrittenFiles(written.isEmpty() ? List.of() : names, written);
        show(files);
        if (!written.isEmpty()) {
            files.noteMissing(terminal, missing);
        }
    }

    /**
     * Prints the result, on standard error if the records themselves go to standard output. A quiet terminal shows no
     * text about written files.
     */
    private void show(WrittenFiles files) throws IOException {
        if (terminal.isQuiet() && style == Style.TEXT && !files.names().isEmpty()) {
            return;
        }
        String said = style == Style.JSON ? json(files) : text(files);
        if (standardOutputIsTaken) {
            terminal.reportLines(said);
        } else {
            terminal.print(said);
        }
    }

    private String text(WrittenFiles files) {
        StringBuilder text = new StringBuilder();
        if (!standardOutputIsTaken) {
            files.lines().forEach(line -> text.append(Escapes.line(line)).append('\n'));
        }
        return text.append(lines).toString();
    }

    private String json(WrittenFiles files) {
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject();
        members.forEach((name, value) -> {
            json.name(name);
            if (value instanceof Number number) {
                json.number(number.longValue());
            } else if (value instanceof Boolean truth) {
                json.bool(truth);
            } else {
                json.string(value.toString());
            }
        });
        files.writeTo(json);
        json.endObject();
        return line.append('\n').toString();
    }
}
