package dev.riffle.cli.image;

import dev.riffle.RecordReader;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.Color;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.formats.image.MalformedImageException;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Draws an image, or writes it to a file.
 *
 * @param out the file; empty to draw
 */
record ShowRequest(
        String word, ReadSettings read, ImageChoice choice, Drawing drawing, Optional<TextOutput> out, Style style)
        implements Request {

    /**
     * Describes the way to draw.
     *
     * @param protocol the protocol; empty to detect the protocol of the terminal
     * @param width the width in characters; empty to fit the screen
     */
    record Drawing(Optional<ImageProtocol> protocol, OptionalInt width) {}

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<InputFile> files = InputFile.expand(terminal, List.of(word));
        if (files.size() > 1) {
            throw new UsageException(word + ": matches " + files.size() + " files; name one of them");
        }
        if (out.isPresent()) {
            new OutputCheck(terminal).reads(files).writes(out.get().output());
        }
        try (RecordReader reader = read.open(files.get(0).source())) {
            ImageChoice.Found found;
            try {
                found = choice.find(reader);
            } catch (MalformedMessageException e) {
                throw new IOException(reader.name() + ": record " + choice.record() + ": " + e.getMessage(), e);
            }
            try {
                show(terminal, reader.name(), found);
            } catch (MalformedImageException e) {
                throw new IOException(
                        reader.name() + ": record " + choice.record() + ": " + ImageChoice.title(found.feature()) + ": "
                                + message(e),
                        e);
            } catch (OutOfMemoryError e) {
                throw Failures.outOfMemory(reader.name() + ": record " + choice.record(), e);
            }
        }
        return ExitCode.FINE;
    }

    /** Returns the error of an image. Replaces a remedy for the library by a remedy for the command line. */
    static String message(MalformedImageException failure) {
        String message = String.valueOf(failure.getMessage());
        return failure.remedy()
                .map(remedy -> message.substring(0, message.length() - remedy.length())
                        + "-o FILE without an extension writes the stored bytes")
                .orElse(message);
    }

    private void show(Terminal terminal, String file, ImageChoice.Found found) throws IOException {
        Shape shape = found.image().shape();
        if (out.isPresent()) {
            Bytes content = ImageFile.content(found.image(), out.get().output());
            ImageFile.write(out.get().sink(terminal), content);
            if (out.get().isStandardOutput()) {
                return;
            }
        }
        if (style == Style.JSON) {
            terminal.printLine(json(file, found, shape));
            return;
        }
        terminal.printLine(file + ": record " + choice.record() + ", " + ImageChoice.title(found.feature()) + ": "
                + found.image().title() + ", " + shape.dim(1) + " x " + shape.dim(0) + " pixels, "
                + Sizes.count(shape.dim(2), "channel") + ", "
                + Sizes.count(found.image().bytes().size(), "byte"));
        if (!found.others().isEmpty()) {
            terminal.printLine("other images, for --feature: "
                    + String.join(
                            ", ", found.others().stream().map(Escapes::visible).toList()));
        }
        if (out.isPresent()) {
            terminal.printSummary("written to " + out.get().output());
        } else {
            draw(terminal, found.image());
        }
    }

    private void draw(Terminal terminal, StoredImage image) throws IOException {
        boolean rejected = terminal.screen().color() == Color.NEVER
                || drawing.protocol().isEmpty() && terminal.screen().rejectsColor();
        if (rejected) {
            terminal.printLine("not drawn, because colours are off: --color never or NO_COLOR is set; --color always"
                    + " draws the image, and -o FILE writes it");
            return;
        }
        Optional<ImageProtocol> protocol = drawing.protocol().or(() -> ImageProtocol.of(terminal.screen()));
        if (protocol.isEmpty()) {
            terminal.printLine("this terminal does not show images; -o FILE writes the image, and --protocol blocks"
                    + " draws it");
            return;
        }
        DenseTensor pixels = image.pixels();
        if (pixels.shape().elements() == 0) {
            terminal.printLine("no pixels to draw");
            return;
        }
        ImageRoom room = ImageRoom.of(terminal.screen(), drawing.width());
        protocol.get().draw(room.fit(pixels, protocol.get()), terminal);
    }

    private String json(String file, ImageChoice.Found found, Shape shape) {
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject().name("file").string(file).name("record").number(choice.record());
        if (!found.feature().equals(ImageFeatures.WHOLE_PAYLOAD)) {
            json.name("feature").string(found.feature());
        }
        json.name("format")
                .string(
                        found.image() instanceof StoredImage.Encoded encoded
                                ? encoded.format().formatName()
                                : "raw");
        json.name("height").number(shape.dim(0)).name("width").number(shape.dim(1));
        json.name("channels").number(shape.dim(2));
        json.name("bytes").number(found.image().bytes().size()).endObject();
        return line.toString();
    }
}
