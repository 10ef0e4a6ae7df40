package dev.riffle.cli.sql;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.PeriodDuration;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Writes dates and times as DuckDB does: {@code 2026-11-23 08:15:00.5}. Times with a time zone are in UTC. */
final class TimeText {

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(java.util.Locale.ROOT);

    private TimeText() {}

    /** Returns the text of a value that is not null. */
    static String of(ValueVector vector, int index) {
        if (vector instanceof TimeStampVector stamps) {
            return timestamp(stamps, index);
        }
        if (vector instanceof DateDayVector days) {
            int day = days.get(index);
            return isInfinite(day, Integer.MAX_VALUE) ? infinity(day) : date(LocalDate.ofEpochDay(day));
        }
        if (vector instanceof TimeSecVector times) {
            return time(TimeUnit.SECONDS, times.get(index));
        }
        if (vector instanceof TimeMilliVector times) {
            return time(TimeUnit.MILLISECONDS, times.get(index));
        }
        if (vector instanceof TimeMicroVector times) {
            return time(TimeUnit.MICROSECONDS, times.get(index));
        }
        if (vector instanceof TimeNanoVector times) {
            return time(TimeUnit.NANOSECONDS, times.get(index));
        }
        if (vector instanceof IntervalMonthDayNanoVector intervals) {
            PeriodDuration interval = intervals.getObject(index);
            String time = interval.getDuration().toString().substring(1);
            return time.equals("T0S") ? interval.getPeriod().toString() : interval.getPeriod() + time;
        }
        return String.valueOf(((BaseFixedWidthVector) vector).getObject(index));
    }

    private static String timestamp(TimeStampVector stamps, int index) {
        long value = stamps.get(index);
        if (isInfinite(value, Long.MAX_VALUE)) {
            return infinity(value);
        }
        ArrowType.Timestamp type = (ArrowType.Timestamp) stamps.getField().getType();
        TimeUnit unit = switch (type.getUnit()) {
            case SECOND -> TimeUnit.SECONDS;
            case MILLISECOND -> TimeUnit.MILLISECONDS;
            case MICROSECOND -> TimeUnit.MICROSECONDS;
            case NANOSECOND -> TimeUnit.NANOSECONDS;
        };
        long each = unit.convert(1, TimeUnit.SECONDS);
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                Math.floorDiv(value, each), (int) unit.toNanos(Math.floorMod(value, each)), ZoneOffset.UTC);
        return date(time.toLocalDate()) + " " + TIME.format(time) + (type.getTimezone() == null ? "" : "+00");
    }

    /** DuckDB has two infinite times, the largest value and its negation. */
    private static boolean isInfinite(long value, long most) {
        return value == most || value == -most;
    }

    private static String infinity(long value) {
        return value > 0 ? "infinity" : "-infinity";
    }

    private static String date(LocalDate date) {
        return date.toString();
    }

    /** DuckDB's days end at 24:00:00, which Java's days do not have. */
    private static String time(TimeUnit unit, long value) {
        long nanos = unit.toNanos(value);
        return nanos == TimeUnit.DAYS.toNanos(1) ? "24:00:00" : TIME.format(LocalTime.ofNanoOfDay(nanos));
    }
}
