package dev.riffle.spark.internal.filter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.sources.AlwaysFalse;
import org.apache.spark.sql.sources.AlwaysTrue;
import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.EqualNullSafe;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.IsNull;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.Not;
import org.apache.spark.sql.sources.Or;
import org.apache.spark.sql.sources.StringContains;
import org.apache.spark.sql.sources.StringEndsWith;
import org.apache.spark.sql.sources.StringStartsWith;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates filters as Spark does. A comparison with null is neither true nor false. NaN equals itself and is greater
 * than all numbers. -0.0 equals 0.0. The order of strings is the order of their bytes. Spark itself evaluates a filter
 * that this class cannot evaluate exactly like Spark.
 */
public final class RowFilter {

    private final List<FilterTerm> terms;

    private RowFilter(List<FilterTerm> terms) {
        this.terms = terms;
    }

    /** Returns whether this class can evaluate a filter over columns of this schema. */
    public static boolean canEvaluate(Filter filter, StructType schema) {
        return new Compiler(schema, name -> FilterTerm.NO_COLUMN).term(filter) != null;
    }

    /**
     * Returns whether a filter has an ambiguous name. The backticks in such a name may be quotes, or a part of the name
     * of a column.
     */
    public static boolean isAmbiguous(Filter filter, StructType schema) {
        return Arrays.stream(filter.references())
                .anyMatch(name ->
                        isQuoted(name) && Arrays.asList(schema.fieldNames()).contains(name));
    }

    /** Returns the names of the columns that filters use. */
    public static Set<String> columns(List<Filter> filters, StructType schema) {
        Set<String> names = new LinkedHashSet<>();
        for (Filter filter : filters) {
            for (String reference : filter.references()) {
                names.add(Objects.requireNonNull(field(reference, schema), reference)
                        .name());
            }
        }
        return names;
    }

    /**
     * Returns the conjunction of all filters.
     *
     * @param columns returns the vectors whose rows the filters test
     * @throws IllegalArgumentException if this class cannot evaluate one of the filters
     */
    public static RowFilter of(List<Filter> filters, StructType schema, Function<String, ColumnVector> columns) {
        List<FilterTerm> terms = new ArrayList<>();
        for (Filter filter : filters) {
            FilterTerm term = new Compiler(schema, columns).term(filter);
            if (term == null) {
                throw new IllegalArgumentException("filter is not supported; Spark must evaluate it: " + filter);
            }
            terms.add(term);
        }
        return new RowFilter(terms);
    }

    /** Returns whether all filters are true for a row. */
    public boolean passes(int row) {
        for (FilterTerm term : terms) {
            if (term.at(row) != FilterTerm.TRUE) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the field that a filter names, or null if the schema does not have it. If Spark quotes names, it quotes
     * only names with characters other than letters, digits and underscores. So this method treats backticks around
     * such a name as quotes.
     */
    private static @Nullable StructField field(String name, StructType schema) {
        String bare = isQuoted(name) ? name.substring(1, name.length() - 1).replace("``", "`") : name;
        for (StructField field : schema.fields()) {
            if (field.name().equals(bare)) {
                return field;
            }
        }
        return null;
    }

    private static boolean isQuoted(String name) {
        return name.length() > 1 && name.startsWith("`") && name.endsWith("`");
    }

    /** Compiles filters to terms. Returns null for filters that this class cannot evaluate. */
    private record Compiler(StructType schema, Function<String, ColumnVector> columns) {

        @Nullable
        FilterTerm term(Filter filter) {
            if (filter instanceof And both) {
                return joined(term(both.left()), term(both.right()), true);
            } else if (filter instanceof Or either) {
                return joined(term(either.left()), term(either.right()), false);
            } else if (filter instanceof Not not) {
                FilterTerm inner = term(not.child());
                return inner == null ? null : row -> FilterTerm.not(inner.at(row));
            } else if (filter instanceof IsNull test) {
                return nullTest(test.attribute(), FilterTerm.TRUE, FilterTerm.FALSE);
            } else if (filter instanceof IsNotNull test) {
                return nullTest(test.attribute(), FilterTerm.FALSE, FilterTerm.TRUE);
            } else if (filter instanceof AlwaysTrue) {
                return row -> FilterTerm.TRUE;
            } else if (filter instanceof AlwaysFalse) {
                return row -> FilterTerm.FALSE;
            } else if (filter instanceof In in) {
                return in(in);
            }
            return comparison(filter);
        }

        private @Nullable FilterTerm comparison(Filter filter) {
            if (filter instanceof EqualTo to) {
                return compared(to.attribute(), to.value(), sign -> sign == 0);
            } else if (filter instanceof EqualNullSafe to) {
                return nullSafe(to);
            } else if (filter instanceof LessThan than) {
                return compared(than.attribute(), than.value(), sign -> sign < 0);
            } else if (filter instanceof LessThanOrEqual than) {
                return compared(than.attribute(), than.value(), sign -> sign <= 0);
            } else if (filter instanceof GreaterThan than) {
                return compared(than.attribute(), than.value(), sign -> sign > 0);
            } else if (filter instanceof GreaterThanOrEqual than) {
                return compared(than.attribute(), than.value(), sign -> sign >= 0);
            } else if (filter instanceof StringStartsWith with) {
                return text(with.attribute(), with.value(), UTF8String::startsWith);
            } else if (filter instanceof StringEndsWith with) {
                return text(with.attribute(), with.value(), UTF8String::endsWith);
            } else if (filter instanceof StringContains within) {
                return text(within.attribute(), within.value(), UTF8String::contains);
            }
            return null;
        }

        private static @Nullable FilterTerm joined(
                @Nullable FilterTerm left, @Nullable FilterTerm right, boolean conjunction) {
            if (left == null || right == null) {
                return null;
            }
            return conjunction
                    ? row -> FilterTerm.and(left.at(row), right, row)
                    : row -> FilterTerm.or(left.at(row), right, row);
        }

        private @Nullable FilterTerm nullTest(String attribute, byte ofNull, byte ofValue) {
            StructField field = field(attribute, schema);
            if (field == null) {
                return null;
            }
            ColumnVector column = columns.apply(field.name());
            return row -> column.isNullAt(row) ? ofNull : ofValue;
        }

        private @Nullable FilterTerm compared(String attribute, @Nullable Object value, FilterTerm.Sign sign) {
            StructField field = field(attribute, schema);
            Comparison comparison = field == null || value == null ? null : comparison(field, value);
            if (field == null || comparison == null) {
                return null;
            }
            ColumnVector column = columns.apply(field.name());
            return row -> column.isNullAt(row)
                    ? FilterTerm.UNKNOWN
                    : FilterTerm.of(sign.accepts(comparison.compare(column, row)));
        }

        private @Nullable FilterTerm nullSafe(EqualNullSafe to) {
            if (to.value() == null) {
                return nullTest(to.attribute(), FilterTerm.TRUE, FilterTerm.FALSE);
            }
            FilterTerm equal = compared(to.attribute(), to.value(), sign -> sign == 0);
            return equal == null ? null : row -> equal.at(row) == FilterTerm.TRUE ? FilterTerm.TRUE : FilterTerm.FALSE;
        }

        private @Nullable FilterTerm in(In in) {
            StructField field = field(in.attribute(), schema);
            if (field == null || in.values().length == 0) {
                // The result for null and an empty list depends on a setting of Spark.
                return null;
            }
            List<Object> values = new ArrayList<>();
            for (@Nullable Object value : in.values()) {
                if (value != null) {
                    values.add(value);
                }
            }
            ValueList listed = ValueList.of(field.dataType(), values);
            if (listed == null) {
                return null;
            }
            byte otherwise = values.size() < in.values().length ? FilterTerm.UNKNOWN : FilterTerm.FALSE;
            ColumnVector column = columns.apply(field.name());
            return row ->
                    column.isNullAt(row) ? FilterTerm.UNKNOWN : listed.has(column, row) ? FilterTerm.TRUE : otherwise;
        }

        private @Nullable FilterTerm text(String attribute, @Nullable String value, FilterTerm.Matching matching) {
            StructField field = field(attribute, schema);
            if (field == null || value == null || !Comparison.isPlainString(field.dataType())) {
                return null;
            }
            UTF8String part = UTF8String.fromString(value);
            ColumnVector column = columns.apply(field.name());
            return row -> column.isNullAt(row)
                    ? FilterTerm.UNKNOWN
                    : FilterTerm.of(matching.matches(column.getUTF8String(row), part));
        }

        private static @Nullable Comparison comparison(StructField field, Object value) {
            return Comparison.with(field.dataType(), value);
        }
    }
}
