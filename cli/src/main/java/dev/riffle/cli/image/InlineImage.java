package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Terminal;
import dev.riffle.formats.image.ImageEncoder;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Base64;

/**
 * Sends a PNG to terminals that decode images. Encodes the pixels again, so that bytes of the file never reach the
 * terminal.
 */
final class InlineImage {

    private static final int CHUNK = 4096;

    private InlineImage() {}

    /**
     * Sends pieces of at most 4,096 characters. {@code q=2} suppresses the answer of the terminal, which would appear
     * as typed input.
     */
    static void kitty(PixelGrid pixels, int columns, Terminal terminal) throws IOException {
        String base64 = Base64.getEncoder().encodeToString(png(pixels).toByteArray());
        String keys = "a=T,f=100,q=2,c=" + columns + ",";
        for (int at = 0; at < base64.length(); at += CHUNK) {
            int end = Math.min(at + CHUNK, base64.length());
            terminal.draw("\033_G" + keys + "m=" + (end < base64.length() ? 1 : 0) + ";" + base64.substring(at, end)
                    + "\033\\");
            keys = "";
        }
        terminal.draw("\n");
    }

    static void iterm(PixelGrid pixels, int columns, Terminal terminal) throws IOException {
        Bytes png = png(pixels);
        terminal.draw("\033]1337;File=inline=1;size=" + png.size() + ";width=" + columns + ";preserveAspectRatio=1:");
        terminal.draw(Base64.getEncoder().encodeToString(png.toByteArray()) + "\007\n");
    }

    private static Bytes png(PixelGrid pixels) {
        return ImageEncoder.png(pixels.toTensor());
    }
}
