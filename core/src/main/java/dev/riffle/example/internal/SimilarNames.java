package dev.riffle.example.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds the names that a user may have meant by a misspelt name. */
public final class SimilarNames {

    /** The largest length of a compared name. Users do not confuse longer names by one letter. */
    private static final int MOST_COMPARED = 200;

    private static final int MOST_RETURNED = 3;

    private SimilarNames() {}

    /**
     * Returns the most similar names, of which at most half of the characters differ: at most three names of one
     * distance. The case of letters does not count. Empty if no name is similar.
     */
    public static List<String> of(String name, Collection<String> names) {
        List<String> nearest = new ArrayList<>();
        int least = Integer.MAX_VALUE;
        for (String other : names) {
            int longer = Math.max(name.length(), other.length());
            int distance = longer > MOST_COMPARED ? longer : distance(name, other);
            if (2 * distance <= longer && distance <= least) {
                if (distance < least) {
                    nearest.clear();
                    least = distance;
                }
                if (nearest.size() < MOST_RETURNED) {
                    nearest.add(other);
                }
            }
        }
        return nearest;
    }

    /**
     * Returns the edit distance: the number of characters to insert, delete or replace between two names in lower case.
     */
    public static int distance(String a, String b) {
        String one = a.toLowerCase(Locale.ROOT);
        String other = b.toLowerCase(Locale.ROOT);
        int[] row = new int[other.length() + 1];
        for (int i = 0; i < row.length; i++) {
            row[i] = i;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
