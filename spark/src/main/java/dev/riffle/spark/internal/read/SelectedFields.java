package dev.riffle.spark.internal.read;

import dev.riffle.spark.internal.filter.RowFilter;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.schema.ReadableSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Selects the features that a read decodes. Immutable.
 *
 * @param ofRows the features of the records that pass the filters, or of all records without filters
 * @param ofFilters the features of the filters, which the read decodes first
 * @param reportsBad whether the query selects the corrupt-record column
 * @param checksOnly whether the read decodes features only to find bad records
 * @param acceptsNulls whether the filters accept a row of nulls, as which they test a bad record
 */
record SelectedFields(
        List<StructField> ofRows,
        List<StructField> ofFilters,
        boolean reportsBad,
        boolean checksOnly,
        boolean acceptsNulls) {

    /** Returns the features for a read. */
    static SelectedFields of(ReadPlan plan) {
        String corruptColumn = plan.options().corruptColumn();
        List<StructField> wanted =
                plan.counting() ? List.of() : List.of(plan.wanted().fields());
        StructType selected = without(corruptColumn, wanted);
        List<StructField> read = new ArrayList<>(
                List.of(ReadableSchema.flattened(selected, plan.options()).fields()));
        List<StructField> tested = ofFilters(plan);
        boolean reports = selected.length() < wanted.size();
        boolean onlyChecks =
                read.isEmpty() && tested.isEmpty() && (reports || plan.options().mode() == ReadMode.DROPMALFORMED);
        if (onlyChecks) {
            // All columns are read only to find bad records. Their values have no use.
            read.addAll(List.of(
                    without(corruptColumn, List.of(plan.dataSchema().fields())).fields()));
        }
        boolean acceptsNulls = plan.filters().isEmpty() || passesNulls(plan);
        boolean keepsBad = plan.options().mode() == ReadMode.PERMISSIVE && acceptsNulls;
        if (!plan.filters().isEmpty() && (keepsBad || tested.isEmpty())) {
            addMissing(read, tested);
        }
        return new SelectedFields(List.copyOf(read), List.copyOf(tested), reports, onlyChecks, acceptsNulls);
    }

    private static StructType without(String name, List<StructField> fields) {
        return new StructType(
                fields.stream().filter(field -> !field.name().equals(name)).toArray(StructField[]::new));
    }

    /** Returns the fields of the filters. If the query reads only some fields of a struct, so does the filter. */
    private static List<StructField> ofFilters(ReadPlan plan) {
        Set<String> names = RowFilter.columns(plan.filters(), plan.dataSchema());
        Set<String> wanted = names(List.of(plan.wanted().fields()));
        List<StructField> fields = new ArrayList<>();
        for (StructField field : plan.dataSchema().fields()) {
            if (names.contains(field.name())) {
                fields.add(wanted.contains(field.name()) ? plan.wanted().apply(field.name()) : field);
            }
        }
        return fields;
    }

    private static boolean passesNulls(ReadPlan plan) {
        return RowFilter.of(plan.filters(), plan.dataSchema(), name -> {
                    ConstantColumnVector nulls = new ConstantColumnVector(
                            1, plan.dataSchema().apply(name).dataType());
                    nulls.setNull();
                    return nulls;
                })
                .passes(0);
    }

    private static void addMissing(List<StructField> fields, List<StructField> target) {
        for (StructField field : fields) {
            if (!names(target).contains(field.name())) {
                target.add(field);
            }
        }
    }

    private static Set<String> names(List<StructField> fields) {
        return fields.stream().map(StructField::name).collect(Collectors.toSet());
    }

    /** Returns the names of all features that the read decodes. */
    Set<String> names() {
        Set<String> names = new HashSet<>(names(ofRows));
        names.addAll(names(ofFilters));
        return names;
    }

    /** Returns whether the filters read all features of the rows. */
    boolean filtersReadAll() {
        return names(ofFilters).containsAll(names(ofRows));
    }
}
