package dev.riffle;

import java.util.Locale;

/**
 * The pattern of the names of part files.
 *
 * @param prefix the characters of the name before the index
 * @param suffixLength the smallest number of digits, -1 for no leading zeros, or 0 for any number of leading zeros
 */
record PartNames(String prefix, int suffixLength) {

    static final PartNames ANY = new PartNames("part-", 0);

    private static final int MOST_DIGITS = 9;
    private static final int MOST_ZEROS = 64;

    /** Returns the index in a file name, or -1 if the name is not the name of a part. */
    int index(String fileName) {
        if (!fileName.startsWith(prefix)) {
            return -1;
        }
        String digits = fileName.substring(prefix.length());
        if (digits.isEmpty() || digits.length() > MOST_ZEROS || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        String significant = digits.replaceFirst("^0+(?=.)", "");
        if (significant.length() > MOST_DIGITS) {
            return -1;
        }
        int index = Integer.parseInt(significant);
        return suffixLength == 0 || digits.equals(suffix(index)) ? index : -1;
    }

    /** Returns whether the name has a digit at the place of the index. Other characters may follow. */
    boolean isLikeIndex(String fileName) {
        int at = prefix.length();
        return fileName.startsWith(prefix)
                && fileName.length() > at
                && fileName.charAt(at) >= '0'
                && fileName.charAt(at) <= '9';
    }

    /**
     * Returns the name of the part with an index. The name has no leading zeros if the pattern allows any number of
     * them.
     */
    String name(int index) {
        return prefix + suffix(index);
    }

    private String suffix(int index) {
        return suffixLength < 1
                ? Integer.toString(index)
                : String.format(Locale.ROOT, "%0" + suffixLength + "d", index);
    }
}
