package dev.riffle.cli.payload;

import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A field at the top level of a message of an unknown type.
 *
 * @param contents the contents of the field's values, for example "varint", or "message" and "text"
 * @param values the values: integers for varints, doubles for fields of four and eight bytes, otherwise byte strings
 */
public record FieldSummary(int number, List<String> contents, Feature values) {

    /** Returns the fields of a payload in the order of their numbers. */
    public static List<FieldSummary> of(byte[] payload) {
        Map<Integer, List<Object>> values = new TreeMap<>();
        Map<Integer, TreeSet<FieldScanner.Content>> contents = new TreeMap<>();
        FieldScanner fields = FieldScanner.of(payload);
        while (fields.next()) {
            FieldScanner.Content content = fields.content(0);
            contents.computeIfAbsent(fields.number(), key -> new TreeSet<>()).add(content);
            values.computeIfAbsent(fields.number(), key -> new ArrayList<>())
                    .add(
                            switch (content) {
                                case VARINT -> fields.varint();
                                case FIXED64 -> Double.longBitsToDouble(fields.fixed64());
                                case FIXED32 -> (double) Float.intBitsToFloat(fields.fixed32());
                                case TEXT, BYTES, MESSAGE, GROUP -> fields.bytes();
                            });
        }
        List<FieldSummary> summaries = new ArrayList<>();
        values.forEach((number, found) -> summaries.add(new FieldSummary(
                number,
                contents.get(number).stream()
                        .map(content -> content.name().toLowerCase(Locale.ROOT))
                        .toList(),
                feature(found))));
        return summaries;
    }

    /** Returns the values as a feature. Values of different types have no common feature, so it has no kind. */
    private static Feature feature(List<Object> values) {
        if (values.stream().allMatch(Long.class::isInstance)) {
            return Feature.ofInt64s(values);
        }
        if (values.stream().allMatch(Double.class::isInstance)) {
            return Feature.ofDoubles(
                    values.stream().mapToDouble(value -> (Double) value).toArray());
        }
        return values.stream().allMatch(Bytes.class::isInstance) ? Feature.ofBytes(values) : Feature.notSet();
    }
}
