package dev.riffle.cli.input;

import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.JsonWriter;
import dev.riffle.internal.file.HiddenName;
import dev.riffle.internal.file.Leftovers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reports the leftovers of killed commands in the directories that a command reads. Leftovers are not findings. */
public final class LeftoverNotes {

    private LeftoverNotes() {}

    public static void report(Terminal terminal, InputSets sets, Style style) throws IOException {
        for (Path folder : sets.folders()) {
            List<Leftovers.Leftover> left;
            try {
                left = Leftovers.find(folder);
            } catch (IOException e) {
                // If the directory cannot be listed, the command can still open its files.
                continue;
            }
            for (Leftovers.Leftover file : left) {
                report(terminal, file, style);
            }
        }
    }

    private static String text(Leftovers.Leftover left) {
        if (!left.isCertain()) {
            return "possibly left by a killed command; delete it if no command is writing it";
        }
        return left.file().toString().endsWith(HiddenName.KEPT)
                ? "the old version of a file that a killed command was replacing; if that file is missing,"
                        + " rename this one to it"
                : "left by a killed command; the next command that writes this name removes it";
    }

    private static void report(Terminal terminal, Leftovers.Leftover left, Style style) throws IOException {
        String name = InputFile.of(terminal, left.file()).name();
        if (style == Style.TEXT) {
            terminal.note(Escapes.visible(name) + ": " + text(left));
            return;
        }
        StringBuilder line = new StringBuilder();
        new JsonWriter(line)
                .beginObject()
                .name("file")
                .string(name)
                .name("leftover")
                .string(left.isCertain() ? "certain" : "possible")
                .name("bytes")
                .number(left.bytes())
                .endObject();
        terminal.printLine(line.toString());
    }
}
