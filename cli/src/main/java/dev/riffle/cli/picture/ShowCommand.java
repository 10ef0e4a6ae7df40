package dev.riffle.cli.picture;

import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.CommonFlags;
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

/** {@code riffle show}. */
@Command(
        name = "show",
        description = {
            "Draws a picture of a record on the terminal, or writes it to a file.",
            "Pictures are JPEG, PNG, GIF, BMP and WebP, and raw pixels of height, width and depth where features say these."
                    + " Where standard output is no terminal, only a description is printed."
        })
public final class ShowCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Parameters(paramLabel = "FILE", description = "A record file, or - for standard input.")
    private String file = "";

    @Option(
            names = {"-r", "--record"},
            paramLabel = "N",
            description = "Shows record N; the first one is 0, and meant if nothing is said.")
    private long record;

    @Option(
            names = "--feature",
            paramLabel = "NAME",
            description =
                    "Shows this feature. If nothing is said, image/encoded, image_raw, or else the first picture.")
    private @Nullable String feature;

    @Option(
            names = "--value",
            paramLabel = "N",
            description =
                    "Shows value N of a feature that has several, or of all steps of a feature list; the first is 0.")
    private int value;

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            description =
                    "Draws this way: blocks, blocks256, sixel, kitty or iterm; auto, if nothing is said, is what the"
                            + " terminal says that it understands.")
    private @Nullable String protocol;

    @Option(
            names = "--width",
            paramLabel = "COLUMNS",
            description = "Draws it so wide. If nothing is said, it fills the screen at most, and is not enlarged.")
    private @Nullable Integer width;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description =
                    "Writes the picture to a file, or with - to standard output: as it is stored if the name's ending"
                            + " fits or there is none, otherwise as .png or .jpg.")
    private @Nullable String out;

    @Option(names = "--overwrite", description = "Replaces a file that is there already.")
    private boolean overwrite;

    @Option(names = "--json", description = "Prints what the picture is as a JSON object, and does not draw it.")
    private boolean json;

    @Override
    public Request request() {
        if (record < 0) {
            throw new IllegalArgumentException("--record must not be negative: " + record);
        }
        if (value < 0) {
            throw new IllegalArgumentException("--value must not be negative: " + value);
        }
        if (width != null && (width < 1 || width > PictureRoom.MOST_COLUMNS)) {
            throw new IllegalArgumentException("--width must be from 1 to " + PictureRoom.MOST_COLUMNS + ": " + width);
        }
        checkUseful();
        OutputFiles.Existing existing = overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REFUSE;
        return new ShowRequest(
                file,
                read.settings(),
                new PictureChoice(record, Optional.ofNullable(feature), value),
                new ShowRequest.Drawing(
                        PictureProtocol.typed(protocol == null ? "auto" : protocol),
                        width == null ? OptionalInt.empty() : OptionalInt.of(width)),
                Optional.ofNullable(out).map(name -> new TextOutput(name, existing)),
                json ? Style.JSON : Style.TEXT);
    }

    private void checkUseful() {
        boolean drawn = protocol != null || width != null;
        if (drawn && out != null) {
            throw new IllegalArgumentException("--protocol and --width are of no use with --out; leave them out");
        }
        if (drawn && json) {
            throw new IllegalArgumentException("--protocol and --width are of no use with --json; leave them out");
        }
        if (overwrite && out == null) {
            throw new IllegalArgumentException("--overwrite is for --out only; leave it out");
        }
        if (json && Terminal.DASH.equals(out)) {
            throw new IllegalArgumentException(
                    "--json and --out - both write to standard output; leave one of them out");
        }
    }
}
