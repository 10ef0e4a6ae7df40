package dev.riffle.cli.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.cli.terminal.Screen;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ImageProtocolTest {

    private static Optional<ImageProtocol> on(String... variables) {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < variables.length; i += 2) {
            environment.put(variables[i], variables[i + 1]);
        }
        return ImageProtocol.of(Screen.terminal("24 80", environment));
    }

    @Test
    void choosesTheProtocolThatTheTerminalReports() {
        assertThat(on("TERM", "xterm-kitty")).contains(ImageProtocol.KITTY);
        assertThat(on("TERM", "xterm-256color", "KITTY_WINDOW_ID", "1")).contains(ImageProtocol.KITTY);
        assertThat(on("TERM", "xterm-256color", "TERM_PROGRAM", "iTerm.app")).contains(ImageProtocol.ITERM);
        assertThat(on("TERM", "xterm-256color", "TERM_PROGRAM", "WezTerm")).contains(ImageProtocol.ITERM);
        assertThat(on("TERM", "foot")).contains(ImageProtocol.SIXEL);
        assertThat(on("TERM", "xterm-256color", "COLORTERM", "truecolor")).contains(ImageProtocol.BLOCKS);
        assertThat(on("TERM", "xterm-256color")).contains(ImageProtocol.BLOCKS256);
        assertThat(on("TERM", "tmux-256color", "KITTY_WINDOW_ID", "1", "COLORTERM", "24bit"))
                .contains(ImageProtocol.BLOCKS);
    }

    @Test
    void drawsNothingWithoutAScreen() {
        assertThat(on("TERM", "dumb")).isEmpty();
        assertThat(on()).isEmpty();
        Screen none = Screen.none();
        assertThat(ImageProtocol.of(none)).isEmpty();
    }

    @Test
    void parsesTheNamesOfTheFlag() {
        assertThat(ImageProtocol.typed("auto")).isEmpty();
        assertThat(ImageProtocol.typed("Sixel")).contains(ImageProtocol.SIXEL);
        assertThatThrownBy(() -> ImageProtocol.typed("ascii"))
                .hasMessage("--protocol must be auto, blocks, blocks256, sixel, kitty or iterm: ascii");
    }

    @Test
    void userVariablesOverrideTheScreenSize() {
        assertThat(Screen.terminal("50 120", Map.of("COLUMNS", "100")))
                .extracting(Screen::lines, Screen::columns)
                .containsExactly(50, 100);
        assertThat(Screen.terminal("", Map.of("COLUMNS", "-3", "LINES", "many")))
                .extracting(Screen::lines, Screen::columns)
                .containsExactly(24, 80);
        assertThat(Screen.terminal("0 0", Map.of("COLUMNS", "99999999999", "LINES", "999999")))
                .extracting(Screen::lines, Screen::columns)
                .containsExactly(1000, 80);
    }

    @Test
    void drawsHalfBlocks() throws IOException {
        PixelGrid grid =
                Drawings.grid(Drawings.pixels(3, 2, 3, 255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 255, 0, 1, 2, 3, 4, 5, 6));
        assertThat(Drawings.drawn(ImageProtocol.BLOCKS, grid))
                .isEqualTo("\033[38;2;255;0;0m\033[48;2;0;0;255m\u2580\033[48;2;0;255;0m\u2580\033[0m\n"
                        + "\033[38;2;1;2;3m\u2580\033[38;2;4;5;6m\u2580\033[0m\n");
        assertThat(Drawings.drawn(ImageProtocol.BLOCKS256, grid))
                .startsWith("\033[38;5;196m\033[48;5;21m\u2580\033[48;5;46m\u2580\033[0m\n");
    }

    @Test
    void findsTheNearestOf256Colours() {
        assertThat(BlockImage.index(0)).isEqualTo(16);
        assertThat(BlockImage.index(0xffffff)).isEqualTo(231);
        assertThat(BlockImage.index(0x808080)).isEqualTo(244);
        assertThat(BlockImage.index(0x5f87af)).isEqualTo(67);
    }

    @Test
    void drawsSixels() throws IOException {
        PixelGrid grid = Drawings.grid(Drawings.pixels(7, 1, 1, 0, 0, 255, 255, 255, 0, 255));
        assertThat(Drawings.drawn(ImageProtocol.SIXEL, grid))
                .isEqualTo("\033P0;1;0q\"1;1;1;7#0;2;0;0;0#1;2;100;100;100#0b$#1[-#1@-\033\\\n");
        PixelGrid wide = Drawings.grid(Drawings.pixels(1, 6, 1, 0, 0, 0, 0, 255, 0));
        assertThat(Drawings.drawn(ImageProtocol.SIXEL, wide)).endsWith("#0!4@?@$#1!4?@-\033\\\n");
    }

    @Test
    void paletteKeepsUpTo256ColoursAndReducesMore() {
        int[] samples = new int[256];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = i;
        }
        Palette exact = Palette.of(Drawings.grid(Drawings.pixels(16, 16, 1, samples)));
        assertThat(exact.colours()).hasSize(256);
        assertThat(exact.colours().get(exact.place(0x7b7b7b))).isEqualTo(0x7b7b7b);

        int[] many = new int[64 * 64 * 3];
        for (int i = 0; i < 64 * 64; i++) {
            many[3 * i] = i % 64 * 4;
            many[3 * i + 1] = i / 64 * 4;
            many[3 * i + 2] = 128;
        }
        PixelGrid grid = Drawings.grid(Drawings.pixels(64, 64, 3, many));
        Palette cut = Palette.of(grid);
        assertThat(cut.colours()).hasSize(256);
        Set<Integer> used = new HashSet<>();
        for (int i = 0; i < 64 * 64; i++) {
            int colour = grid.colour(i % 64, i / 64);
            int shown = cut.colours().get(cut.place(colour));
            used.add(shown);
            assertThat(Math.abs((colour >> 16) - (shown >> 16))).isLessThan(16);
            assertThat(Math.abs((colour >> 8 & 255) - (shown >> 8 & 255))).isLessThan(16);
        }
        assertThat(used).hasSize(256);
    }

    @Test
    void fitsImagesIntoTheRoom() {
        ImageRoom room = ImageRoom.of(Screen.none(), OptionalInt.empty());
        assertThat(size(room, 300, 100)).containsExactly(80, 27);
        assertThat(size(room, 100, 300)).containsExactly(14, 42);
        assertThat(size(room, 28, 28)).containsExactly(28, 28);
        assertThat(size(room, 100_000, 1)).containsExactly(80, 1);
        assertThat(size(ImageRoom.of(Screen.none(), OptionalInt.of(40)), 4, 2)).containsExactly(40, 20);
        assertThat(size(ImageRoom.of(Screen.none(), OptionalInt.of(40)), 1, 100_000))
                .containsExactly(1, 1000);
    }

    private static int[] size(ImageRoom room, int width, int height) {
        PixelGrid grid = room.fit(Drawings.pixels(height, width, 1, new int[width * height]), ImageProtocol.BLOCKS);
        return new int[] {grid.width(), grid.height()};
    }
}
