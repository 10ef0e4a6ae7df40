package dev.riffle.spark.internal.read;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Describes a column of the schema that matches no feature of a sample.
 *
 * @param name the name of the column
 * @param count the number of records in the sample, or of Examples if each Example is a row
 * @param unit the word for one of them
 * @param file the file of the sample
 * @param nearest the most similar name of a feature in the sample; null if the sample has no features
 */
record UnmatchedColumn(
        String name,
        int count,
        String unit,
        String file,
        @Nullable String nearest) implements Serializable {

    /** Returns a warning with the place, the nearest name and a remedy. */
    String warning() {
        String units = unit + "s";
        String sample = count == 1 ? "the first " + unit : "the first " + count + " " + units;
        String place = "column \"" + name + "\" matches no feature in " + sample + " of " + file
                + " and is null in such " + units;
        if (nearest == null) {
            return place + "; these " + units + " have no features";
        }
        return place + "; the nearest feature is \"" + nearest + '"'
                + (nearest.equalsIgnoreCase(name)
                        ? "; set spark.sql.caseSensitive to false to ignore case"
                        : "; correct the schema if you mean this feature");
    }
}
