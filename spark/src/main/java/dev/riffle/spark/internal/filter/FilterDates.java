package dev.riffle.spark.internal.filter;

import java.sql.Date;
import java.time.LocalDate;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.EqualNullSafe;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.Not;
import org.apache.spark.sql.sources.Or;
import org.jspecify.annotations.Nullable;

/**
 * Converts the dates in filters to days. Spark passes {@link Date} unless {@code spark.sql.datetime.java8API.enabled}
 * is set. A {@link Date} is an instant, and its day depends on the time zone, which may differ in a task. So this class
 * converts the dates on the driver, where Spark created them.
 */
public final class FilterDates {

    /** The day before which the calendars of Java and Spark differ. */
    private static final long FIRST_SURE_DAY = LocalDate.of(1900, 1, 2).toEpochDay();

    private FilterDates() {}

    /** Returns the filter with {@link LocalDate} in place of each {@link Date} whose day is certain. */
    public static Filter asDays(Filter filter) {
        if (filter instanceof And both) {
            return new And(asDays(both.left()), asDays(both.right()));
        } else if (filter instanceof Or either) {
            return new Or(asDays(either.left()), asDays(either.right()));
        } else if (filter instanceof Not not) {
            return new Not(asDays(not.child()));
        } else if (filter instanceof EqualTo to) {
            return new EqualTo(to.attribute(), asDay(to.value()));
        } else if (filter instanceof EqualNullSafe to) {
            return new EqualNullSafe(to.attribute(), asDay(to.value()));
        } else if (filter instanceof LessThan than) {
            return new LessThan(than.attribute(), asDay(than.value()));
        } else if (filter instanceof LessThanOrEqual than) {
            return new LessThanOrEqual(than.attribute(), asDay(than.value()));
        } else if (filter instanceof GreaterThan than) {
            return new GreaterThan(than.attribute(), asDay(than.value()));
        } else if (filter instanceof GreaterThanOrEqual than) {
            return new GreaterThanOrEqual(than.attribute(), asDay(than.value()));
        } else if (filter instanceof In in) {
            return new In(
                    in.attribute(),
                    Arrays.stream(in.values()).map(FilterDates::asDay).toArray());
        }
        return filter;
    }

    private static @Nullable Object asDay(@Nullable Object value) {
        if (!(value instanceof Date date)) {
            return value;
        }
        int day = DateTimeUtils.fromJavaDate(date);
        // If a time zone skipped a day or its midnight, several days may map to one date, or a day to no date.
        boolean sure = day >= FIRST_SURE_DAY
                && date.equals(DateTimeUtils.toJavaDate(day))
                && !date.equals(DateTimeUtils.toJavaDate(day - 1))
                && !date.equals(DateTimeUtils.toJavaDate(day + 1));
        return sure ? LocalDate.ofEpochDay(day) : date;
    }
}
