package dev.riffle.spark.internal.read;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Describes a column of the schema that matches no feature of a sample.
 *
 * @param name the name of the column
 * @param records the number of records in the sample
 * @param file the file of the records
 * @param nearest the most similar name of a feature in the sample; null if the sample has no features
 */
record UnmatchedColumn(
        String name, int records, String file, @Nullable String nearest) implements Serializable {

    /** Returns a warning with the place, the nearest name and a remedy. */
    String warning() {
        String sample = records == 1 ? "the first record" : "the first " + records + " records";
        String place = "column \"" + name + "\" matches no feature in " + sample + " of " + file
                + " and is null in such records";
        if (nearest == null) {
            return place + "; these records have no features";
        }
        return place + "; the nearest feature is \"" + nearest + '"'
                + (nearest.equalsIgnoreCase(name)
                        ? "; set spark.sql.caseSensitive to false to ignore case"
                        : "; correct the schema if you mean this feature");
    }
}
