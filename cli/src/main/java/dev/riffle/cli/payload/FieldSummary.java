package dev.riffle.cli.payload;

import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A field at the top level of a message of an unknown type.
 *
 * @param contents the contents of the field's values, for example "varint", or "message" and "text"
 * @param values the values: integers for varints, doubles for fields of four and eight bytes, otherwise byte strings
 */
public record FieldSummary(int number, List<String> contents, Feature values) {

    /** The values of a field and their contents. */
    private record Found(Set<FieldScanner.Content> contents, List<Object> values) {}

    /** Returns the fields of a payload in the order of their numbers. */
    public static List<FieldSummary> of(byte[] payload) {
        Map<Integer, Found> found = new TreeMap<>();
        FieldScanner fields = FieldScanner.of(payload);
        while (fields.next()) {
            Found field = found.computeIfAbsent(
                    fields.number(), key -> new Found(EnumSet.noneOf(FieldScanner.Content.class), new ArrayList<>()));
            FieldScanner.Content content = fields.content(0);
            field.contents.add(content);
            field.values.add(
                    switch (content) {
                        case VARINT -> fields.varint();
                        case FIXED64 -> Double.longBitsToDouble(fields.fixed64());
                        case FIXED32 -> (double) Float.intBitsToFloat(fields.fixed32());
                        case TEXT, BYTES, MESSAGE, GROUP -> fields.bytes();
                    });
        }
        List<FieldSummary> summaries = new ArrayList<>();
        found.forEach((number, field) -> summaries.add(new FieldSummary(
                number,
                field.contents.stream()
                        .map(content -> content.name().toLowerCase(Locale.ROOT))
                        .toList(),
                feature(field.values))));
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
