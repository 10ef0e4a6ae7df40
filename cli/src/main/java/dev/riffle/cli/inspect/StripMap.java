package dev.riffle.cli.inspect;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws a line of cells for the bytes of a damaged file. Each cell is intact, partly lost or lost. */
final class StripMap {

    private static final int MOST_CELLS = 60;
    private static final int LEAST_CELLS = 10;

    /** Lists the looks of the cells. */
    private enum Look {
        BLOCKS("█", "▒", "·"),
        LETTERS("=", "~", ".");

        private final String intact;
        private final String partly;
        private final String lost;

        Look(String intact, String partly, String lost) {
            this.intact = intact;
            this.partly = partly;
            this.lost = lost;
        }
    }

    private StripMap() {}

    /**
     * Draws the map.
     *
     * @param size the number of uncompressed bytes
     * @param width the number of characters that fit the line
     * @param environment the variables that state whether the terminal shows UTF-8
     */
    static String line(LostBytes lostBytes, long size, int width, Map<String, String> environment) {
        Look look = look(environment);
        int most = Math.max(LEAST_CELLS, Math.min(MOST_CELLS, width - "[]".length()));
        int cells = (int) Math.min(most, size);
        StringBuilder line = new StringBuilder("[");
        for (int i = 0; i < cells; i++) {
            long from = place(size, i, cells);
            long to = place(size, i + 1, cells);
            long lost = lostBytes.between(from, to);
            line.append(lost == 0 ? look.intact : lost == to - from ? look.lost : look.partly);
        }
        return line.append(']').toString();
    }

    /** Returns the meaning of the cells. */
    static String legend(Map<String, String> environment) {
        Look look = look(environment);
        return look.intact + " intact, " + look.partly + " partly lost, " + look.lost + " lost";
    }

    private static Look look(Map<String, String> environment) {
        return showsUtf8(environment) ? Look.BLOCKS : Look.LETTERS;
    }

    private static long place(long size, int cell, int cells) {
        return size / cells * cell + size % cells * cell / cells;
    }

    private static boolean showsUtf8(Map<String, String> environment) {
        for (String name : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
            String value = environment.getOrDefault(name, "");
            if (!value.isEmpty()) {
                String lower = value.toLowerCase(Locale.ROOT);
                return lower.contains("utf-8") || lower.contains("utf8");
            }
        }
        return false;
    }
}
