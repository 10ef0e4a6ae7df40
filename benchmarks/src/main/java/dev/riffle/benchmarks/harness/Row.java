package dev.riffle.benchmarks.harness;

/**
 * Holds the values of one row. Its Example has 26 features and about 560 bytes, which is typical of recommenders. No
 * code changes the arrays.
 *
 * @param counters 13 integers, small ones more often than large ones
 * @param ratios 5 floats
 * @param categories 6 byte strings of 3 to 11 bytes
 * @param embedding a list of 32 floats
 * @param label 0 or 1
 */
public record Row(long[] counters, float[] ratios, byte[][] categories, float[] embedding, long label) {

    public static final String[] COUNTERS = names("n", 13);
    public static final String[] RATIOS = names("r", 5);
    public static final String[] CATEGORIES = names("cat", 6);
    public static final String EMBEDDING = "embed";
    public static final String LABEL = "label";

    private static String[] names(String prefix, int count) {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = prefix + (i + 1);
        }
        return names;
    }
}
