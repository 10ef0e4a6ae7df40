package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Terminal;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Creates pixels and returns the terminal output for them. */
final class Drawings {

    private Drawings() {}

    static DenseTensor pixels(int height, int width, int channels, int... samples) {
        byte[] bytes = new byte[samples.length];
        for (int i = 0; i < samples.length; i++) {
            bytes[i] = (byte) samples[i];
        }
        return DenseTensor.of(Shape.of(height, width, channels), Values.ofUint8(bytes));
    }

    /** Returns a grid with the height and width of the image. */
    static PixelGrid grid(DenseTensor pixels) {
        return PixelGrid.of(pixels, pixels.shape().dim(1), pixels.shape().dim(0), PixelGrid.Ground.CHECKERBOARD);
    }

    static String drawn(ImageProtocol protocol, PixelGrid grid) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal terminal = Terminal.of(
                new ByteArrayInputStream(new byte[0]),
                out,
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                Path.of(""),
                Terminal.Audience.PROGRAM);
        protocol.draw(grid, terminal);
        terminal.out().flush();
        return out.toString(StandardCharsets.UTF_8);
    }
}
