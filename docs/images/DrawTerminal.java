import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Draws {@code terminal.svg}: a terminal in which {@code riffle info} and {@code riffle show} run. Run {@code java
 * docs/images/DrawTerminal.java} in the root of a checkout. Another command for {@code riffle} may follow.
 */
public final class DrawTerminal {

    private static final double CELL_WIDTH = 8.4;
    private static final int CELL_HEIGHT = 18;
    private static final int MARGIN = 16;
    private static final Pattern STYLE = Pattern.compile("\033\\[([0-9;]*)m");
    private static final Map<String, String> COLORS =
            Map.of("31", "#f7768e", "32", "#9ece6a", "33", "#e0af68", "36", "#7dcfff");

    private final StringBuilder svg = new StringBuilder();
    private int lines;
    private int columns;
    private String foreground = "#c0caf5";
    private String background = "";
    private boolean isBold;

    public static void main(String[] command) throws IOException, InterruptedException {
        Path root = Path.of("").toAbsolutePath();
        List<String> riffle = command.length == 0 ? List.of(root.resolve("riffle").toString()) : List.of(command);
        Path work = Files.createTempDirectory("riffle-terminal");
        Path photographs = Files.createDirectory(work.resolve("photographs"));
        Files.copy(root.resolve("samples/penguins.csv"), work.resolve("penguins.csv"));
        Files.copy(root.resolve("samples/chelsea.jpg"), photographs.resolve("chelsea.jpg"));
        output(work, riffle, "import", "penguins.csv", "-o", "penguins.tfrecord");
        output(work, riffle, "images", "photographs", "-o", "photographs.tfrecord");

        DrawTerminal terminal = new DrawTerminal();
        terminal.prompt("riffle info penguins.tfrecord");
        terminal.text(output(work, riffle, "info", "penguins.tfrecord", "--color", "always"));
        terminal.prompt("riffle show photographs.tfrecord");
        terminal.text(output(work, riffle, "show", "photographs.tfrecord", "--protocol", "blocks", "--color", "always",
                "--width", "40"));
        Files.writeString(root.resolve("docs/images/terminal.svg"), terminal.document());
    }

    private static String output(Path directory, List<String> riffle, String... arguments)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(riffle);
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words).directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(words + ": exit code " + process.exitValue());
        }
        return output;
    }

    private void prompt(String line) {
        text("\033[32m$\033[0m " + line + "\n");
    }

    private void text(String output) {
        for (String line : output.split("\n")) {
            line(line);
            lines++;
        }
    }

    private void line(String line) {
        Matcher style = STYLE.matcher(line);
        int column = 0;
        int at = 0;
        while (at < line.length()) {
            int end = style.find(at) ? style.start() : line.length();
            String words = line.substring(at, end);
            draw(column, words);
            column += words.codePointCount(0, words.length());
            columns = Math.max(columns, column);
            if (end == line.length()) {
                return;
            }
            set(style.group(1));
            at = style.end();
        }
    }

    private void set(String codes) {
        if (codes.startsWith("38;2;")) {
            foreground = "rgb(" + codes.substring(5).replace(';', ',') + ")";
        } else if (codes.startsWith("48;2;")) {
            background = "rgb(" + codes.substring(5).replace(';', ',') + ")";
        } else if (codes.equals("1")) {
            isBold = true;
        } else if (COLORS.containsKey(codes)) {
            foreground = COLORS.get(codes);
        } else {
            foreground = "#c0caf5";
            background = "";
            isBold = false;
        }
    }

    /** Draws words of one style. A half block is two rectangles, because fonts draw it with gaps. */
    private void draw(int column, String words) {
        double x = MARGIN + column * CELL_WIDTH;
        int y = MARGIN + lines * CELL_HEIGHT;
        if (words.equals("\u2580")) {
            rectangle(x, y, CELL_HEIGHT / 2, foreground);
            if (!background.isEmpty()) {
                rectangle(x, y + CELL_HEIGHT / 2, CELL_HEIGHT / 2, background);
            }
        } else if (!words.isBlank()) {
            svg.append(String.format(Locale.ROOT, "<text xml:space=\"preserve\" x=\"%.1f\" y=\"%d\" textLength=\"%.1f\" fill=\"%s\"%s>%s</text>\n", x,
                    y + 14, words.length() * CELL_WIDTH, foreground, isBold ? " font-weight=\"bold\"" : "",
                    words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
        }
    }

    private void rectangle(double x, int y, int height, String color) {
        svg.append(String.format(Locale.ROOT, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
                x, y, CELL_WIDTH + 0.2, height, color));
    }

    private String document() {
        int width = (int) (columns * CELL_WIDTH) + 2 * MARGIN;
        int height = lines * CELL_HEIGHT + 2 * MARGIN;
        return String.format(Locale.ROOT, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                + "viewBox=\"0 0 %d %d\" font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"14\">"
                + "\n<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"#1a1b26\"/>\n<g shape-rendering=\"crispEdges\">\n%s</g>\n</svg>\n",
                width, height, width, height, svg);
    }
}
