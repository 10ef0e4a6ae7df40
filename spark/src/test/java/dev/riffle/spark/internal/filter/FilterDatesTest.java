package dev.riffle.spark.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Date;
import java.time.LocalDate;
import java.util.List;
import java.util.TimeZone;
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
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a date in a filter becomes the day from which Spark made the date, or stays unchanged. */
class FilterDatesTest {

    private final TimeZone before = TimeZone.getDefault();

    @AfterEach
    void restoreTimeZone() {
        TimeZone.setDefault(before);
    }

    /** Returns the value that a filter gets for the date that Spark makes from a day. */
    private static @Nullable Object made(LocalDate day) {
        Date date = DateTimeUtils.toJavaDate((int) day.toEpochDay());
        return ((EqualTo) FilterDates.asDays(new EqualTo("e", date))).value();
    }

    @Test
    void convertsEveryDay() {
        for (String zone : List.of("UTC", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Apia")) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            for (LocalDate day = LocalDate.of(1990, 1, 1); day.getYear() < 2030; day = day.plusDays(1)) {
                Object made = made(day);
                if (made instanceof LocalDate) {
                    assertThat(made).as(zone).isEqualTo(day);
                } else {
                    assertThat(zone + day).startsWith("Pacific/Apia2011-12-");
                }
            }
        }
    }

    @Test
    void keepsDatesOfAmbiguousDays() {
        TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));

        assertThat(made(LocalDate.of(2011, 12, 30)))
                .as("Samoa skipped this day")
                .isInstanceOf(Date.class);
        assertThat(made(LocalDate.of(1582, 10, 10))).isInstanceOf(Date.class);
        assertThat(made(LocalDate.of(1899, 12, 31))).isInstanceOf(Date.class);
    }

    @Test
    void convertsDatesInEveryFilter() {
        LocalDate day = LocalDate.of(2024, 10, 4);
        Date date = Date.valueOf(day);
        Filter given = new And(
                new Or(new Not(new EqualTo("a", date)), new EqualNullSafe("a", date)),
                new And(
                        new And(new LessThan("a", date), new LessThanOrEqual("a", date)),
                        new And(
                                new In("a", new @Nullable Object[] {date, null}),
                                new And(new GreaterThan("a", date), new GreaterThanOrEqual("a", date)))));

        assertThat(RowFilter.canEvaluate(given, StructType.fromDDL("a date"))).isFalse();
        assertThat(RowFilter.canEvaluate(FilterDates.asDays(given), StructType.fromDDL("a date")))
                .isTrue();
        assertThat(FilterDates.asDays(new EqualTo("a", 5L))).isEqualTo(new EqualTo("a", 5L));
    }
}
