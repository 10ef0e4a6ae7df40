package dev.riffle.spark.internal.options;

import dev.riffle.example.internal.SimilarNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds names of options that neither Riffle nor Spark has. A name close to an option of Riffle is an error, because a
 * spelling mistake would otherwise change the result of a query silently. Other unknown names may belong to another
 * source.
 */
final class OptionNames {

    /** The names, in lower case, that Spark itself uses or passes to a source of files, without internal names. */
    private static final Set<String> OF_SPARK = Set.of(
            // the paths
            "path",
            "paths",
            // the choice of files
            "basepath",
            "ignorecorruptfiles",
            "ignoreinvalidpartitionpaths",
            "ignoremissingfiles",
            "modifiedafter",
            "modifiedbefore",
            "pathglobfilter",
            "recursivefilelookup",
            "timezone",
            // reads and writes
            "maxrecordsperfile",
            "partitionoverwritemode",
            "returning_batch",
            // streams
            "checkpointlocation",
            "cleansource",
            "discardcachedinputratio",
            "filenameonly",
            "latestfirst",
            "maxbytespertrigger",
            "maxcachedfiles",
            "maxfileage",
            "maxfilespertrigger",
            "queryname",
            "retention",
            "sourcearchivedir",
            // reserved properties of tables
            "collation",
            "comment",
            "external",
            "is_managed_location",
            "location",
            "owner",
            "provider",
            "table_type");

    /** The prefix of names that Spark adds itself. */
    private static final String INTERNAL = "__";

    private static final int MOST_EDITS = 2;

    private OptionNames() {}

    /**
     * Returns the unknown names in alphabetical order. A name with a dot belongs to Hadoop or Spark.
     *
     * @param ours the names of Riffle's options
     * @throws IllegalArgumentException if an unknown name is at most two edits away from an option; the message has the
     *     nearest option
     */
    static List<String> unknown(Map<String, @Nullable String> options, Set<String> ours) {
        List<String> unknown = new ArrayList<>();
        for (Map.Entry<String, @Nullable String> option : options.entrySet()) {
            String name = option.getKey();
            String lower = name.toLowerCase(Locale.ROOT);
            if (option.getValue() != null
                    && lower.indexOf('.') < 0
                    && !lower.startsWith(INTERNAL)
                    && !OF_SPARK.contains(lower)
                    && ours.stream().noneMatch(name::equalsIgnoreCase)) {
                rejectIfNear(name, lower, ours);
                unknown.add(name);
            }
        }
        Collections.sort(unknown);
        return unknown;
    }

    private static void rejectIfNear(String name, String lower, Set<String> ours) {
        int least = MOST_EDITS + 1;
        String nearest = "";
        for (String our : ours) {
            int edits = SimilarNames.distance(lower, our);
            if (edits < least) {
                least = edits;
                nearest = our;
            }
        }
        if (least <= MOST_EDITS) {
            throw new IllegalArgumentException(
                    "unknown option " + name + "; the nearest option of Riffle is " + nearest);
        }
    }
}
