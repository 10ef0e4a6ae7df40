package dev.riffle.cli.sql;

import java.util.Arrays;

/** Divides the width of a screen among the columns of a table. */
final class ColumnWidths {

    private ColumnWidths() {}

    /**
     * Returns the widths of the first columns that fit. Narrows the widest columns first, then leaves out the last
     * columns.
     *
     * @param wanted the widths of the complete columns
     * @param screen the width of the screen
     * @param gap the width between two columns
     * @param least the smallest width of a narrowed column
     */
    static int[] fitting(int[] wanted, int screen, int gap, int least) {
        int count = wanted.length;
        while (count > 1 && total(wanted, count, least) + (long) gap * (count - 1) > screen) {
            count--;
        }
        int[] widths = Arrays.copyOf(wanted, count);
        int room = Math.max(screen - gap * (count - 1), least);
        int most = Math.min(room, Arrays.stream(widths).max().orElse(0));
        while (most > least && total(widths, count, most) > room) {
            most--;
        }
        for (int i = 0; i < count; i++) {
            widths[i] = Math.min(widths[i], most);
        }
        return widths;
    }

    /** Returns the width of the first columns if none is wider than {@code most}. */
    private static long total(int[] widths, int count, int most) {
        return Arrays.stream(widths, 0, count)
                .mapToLong(width -> Math.min(width, most))
                .sum();
    }
}
