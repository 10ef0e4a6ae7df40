package dev.riffle.cli.inspect;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws a line of cells for the bytes of a damaged file. Each cell is intact, partly lost or lost. */
final class StripMap {

    private static final int CELLS = 60;

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
     * @param environment the variables that state whether the terminal shows UTF-8
     */
    static String line(LostBytes lostBytes, long size, Map<String, String> environment) {
        Look look = showsUtf8(environment) ? Look.BLOCKS : Look.LETTERS;
        int cells = (int) Math.min(CELLS, size);
        StringBuilder line = new StringBuilder("[");
        for (int i = 0; i < cells; i++) {
            long from = place(size, i, cells);
            long to = place(size, i + 1, cells);
            long lost = lostBytes.between(from, to);
            line.append(lost == 0 ? look.intact : lost == to - from ? look.lost : look.partly);
        }
        return line.append("]  ")
                .append(look.intact)
                .append(" intact, ")
                .append(look.partly)
                .append(" partly lost, ")
                .append(look.lost)
                .append(" lost")
                .toString();
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
