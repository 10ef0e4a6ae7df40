package dev.riffle.cli.output;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects the columns of written Examples for a manifest. They equal the columns that Spark infers from all records.
 * Safe for use by several threads.
 */
public final class ExampleColumns {

    /** The facts about the Examples that have a feature with a kind. */
    private record Column(Kind kind, boolean single, boolean hasValues, boolean text) {

        static Column of(Feature feature) {
            boolean text =
                    feature.kind() == Kind.BYTES && feature.bytes().stream().allMatch(Bytes::isUtf8);
            return new Column(feature.kind(), feature.size() == 1, feature.size() > 0, text);
        }

        Column merge(Column other) {
            return new Column(kind, single && other.single, hasValues || other.hasValues, text && other.text);
        }

        String type() {
            String type = switch (kind) {
                case BYTES -> hasValues && text ? "STRING" : "BINARY";
                case FLOAT -> "FLOAT";
                case INT64 -> "BIGINT";
                case DOUBLE -> "DOUBLE";
                case INT32 -> "INT";
                case NOT_SET -> throw new AssertionError(this);
            };
            return single ? type : "ARRAY<" + type + ">";
        }
    }

    private final Map<String, Column> columns = new TreeMap<>();

    /** Adds the features of an Example. All Examples must have the same kinds. */
    public synchronized void add(Example example) {
        example.features().forEach((name, feature) -> {
            if (feature.kind() != Kind.NOT_SET) {
                columns.merge(name, Column.of(feature), Column::merge);
            }
        });
    }

    /** Returns the kinds by name, in the order of the names. */
    synchronized Map<String, Kind> kinds() {
        Map<String, Kind> kinds = new TreeMap<>();
        columns.forEach((name, column) -> kinds.put(name, column.kind()));
        return kinds;
    }

    /** Returns the SQL types by name, in the order of the names. */
    synchronized Map<String, String> types() {
        Map<String, String> types = new TreeMap<>();
        columns.forEach((name, column) -> types.put(name, column.type()));
        return types;
    }
}
