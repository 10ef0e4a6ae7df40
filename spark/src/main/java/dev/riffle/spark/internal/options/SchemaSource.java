package dev.riffle.spark.internal.options;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lists the origins of the schema of a read without a given schema. They are the values of the option. */
public enum SchemaSource {
    /** The manifest, if it fits the files. Otherwise a sample of the records. */
    AUTO,
    /** The manifest. The read fails if the manifest is missing or does not fit the files. */
    MANIFEST,
    /** A sample of the records. */
    SAMPLE,
    /** All records. */
    ALL;

    private static final String NAME = "schemaSource";

    private static final List<String> SAMPLE_SIZES = List.of("inferFiles", "inferRecords");

    /**
     * Returns the origin that a user chose.
     *
     * @throws IllegalArgumentException if the value is invalid, or contradicts an option that sets the size of the
     *     sample
     */
    static SchemaSource of(GivenOptions given) {
        SchemaSource chosen = given.choice(NAME, List.of(values()), SchemaSource::optionValue, AUTO);
        for (String name : SAMPLE_SIZES) {
            @Nullable String size = given.textOrNull(name);
            boolean contradicts =
                    size != null && (chosen == MANIFEST || chosen == ALL && !size.equalsIgnoreCase(ALL.optionValue()));
            if (contradicts) {
                throw new IllegalArgumentException("option " + name + " is " + size + ", but option " + NAME + " is "
                        + chosen.optionValue() + ", which reads "
                        + (chosen == ALL ? "all records" : "no records for the schema")
                        + "; set only one of the two options");
            }
        }
        return chosen;
    }

    /** Returns the word of this choice in the option. */
    String optionValue() {
        return name().toLowerCase(Locale.ROOT);
    }
}
