package dev.riffle.cli.terminal;

import java.util.Locale;

/** Formats numbers for people. */
public final class Sizes {

    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB", "EB"};

    private Sizes() {}

    /** Returns a number with commas between thousands. */
    public static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a number of things: "1 record", "2,000 records". */
    public static String count(long number, String thing) {
        return grouped(number) + " " + thing + (number == 1 ? "" : "s");
    }

    /** Returns bytes in decimal units: "12 bytes", "1.4 MB". */
    public static String bytes(long bytes) {
        if (bytes < 1000) {
            return count(bytes, "byte");
        }
        double value = bytes;
        int unit = -1;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, value < 10 ? "%.1f %s" : "%.0f %s", value, UNITS[unit]);
    }
}
