package dev.riffle.cli.image;

import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle show}. */
@Command(
        name = "show",
        description = {
            "Draws an image of a record in the terminal.",
            "Supports JPEG, PNG, GIF, BMP and WebP, and raw pixels if features hold height, width and"
                    + " depth. If standard output is not a terminal, prints only a description. With -o, writes"
                    + " the image to a file."
        })
public final class ShowCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Parameters(paramLabel = "FILE", description = "Reads this record file, or standard input with -.")
    private String file = "";

    @Option(
            names = {"-r", "--record"},
            paramLabel = "N",
            description = FlagText.RECORD + " Default: 0.")
    private long record;

    @Option(
            names = "--feature",
            paramLabel = "NAME",
            description = FlagText.FEATURE + " Default: image/encoded, image_raw, or the first feature with an image.")
    private @Nullable String feature;

    @Option(
            names = "--value",
            paramLabel = "N",
            description = "Shows value N of a feature, or of a feature list with the values of all steps. The first"
                    + " value is 0.")
    private int value;

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            completionCandidates = Choices.Protocols.class,
            description = "Draws with this protocol: auto, blocks, blocks256, sixel, kitty or iterm. Default: auto,"
                    + " which chooses a protocol that the terminal supports.")
    private @Nullable String protocol;

    @Option(
            names = "--width",
            paramLabel = "COLUMNS",
            description = "Draws the image with this width. Default: at most the width of the screen, without"
                    + " enlargement.")
    private @Nullable Integer width;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = FlagText.OUTPUT + " Here: the stored bytes if the"
                    + " extension matches or is missing, otherwise .png or .jpg.")
    private @Nullable String out;

    @Option(names = "--overwrite", description = FlagText.OVERWRITE)
    private boolean overwrite;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: a description of the image, instead of drawing it.")
    private boolean json;

    @Override
    public Request request() {
        if (record < 0) {
            throw new IllegalArgumentException("--record must not be negative: " + record);
        }
        if (value < 0) {
            throw new IllegalArgumentException("--value must not be negative: " + value);
        }
        if (width != null && (width < 1 || width > ImageRoom.MOST_COLUMNS)) {
            throw new IllegalArgumentException("--width must be from 1 to " + ImageRoom.MOST_COLUMNS + ": " + width);
        }
        checkUseful();
        OutputFiles.Existing existing = overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REJECT;
        return new ShowRequest(
                file,
                read.settings(),
                new ImageChoice(record, Optional.ofNullable(feature), value),
                new ShowRequest.Drawing(
                        ImageProtocol.typed(protocol == null ? "auto" : protocol),
                        width == null ? OptionalInt.empty() : OptionalInt.of(width)),
                Optional.ofNullable(out).map(name -> new TextOutput(name, existing)),
                json ? Style.JSON : Style.TEXT);
    }

    private void checkUseful() {
        boolean drawn = protocol != null || width != null;
        if (drawn && out != null) {
            throw new IllegalArgumentException("--protocol and --width have no effect with -o; omit them");
        }
        if (drawn && json) {
            throw new IllegalArgumentException("--protocol and --width have no effect with --json; omit them");
        }
        if (overwrite && out == null) {
            throw new IllegalArgumentException("--overwrite requires -o");
        }
        if (json && Terminal.DASH.equals(out)) {
            throw new IllegalArgumentException("--json and -o - both write to standard output; omit one of them");
        }
    }
}
