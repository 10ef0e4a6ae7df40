package dev.riffle.typed;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoField;

/** Elements for times, durations and dates. */
final class TimeElements {

    private static final long NANOS = 1_000_000_000L;

    private TimeElements() {}

    /** Returns the element for {@code Instant}, {@code Duration} or {@code LocalDate}. */
    static Element of(Class<?> type) {
        if (type == Instant.class) {
            return new InstantElement();
        }
        return type == Duration.class ? new DurationElement() : new DateElement();
    }

    /** Nanoseconds since 1970-01-01T00:00Z. */
    private static final class InstantElement extends IntegerElement {

        InstantElement() {
            super(Instant.class);
        }

        @Override
        String expected() {
            return "an Instant (nanoseconds since 1970, from 1677-09-21 to 2262-04-11)";
        }

        @Override
        long toLong(Object value) {
            Instant instant = (Instant) value;
            try {
                return nanos(instant.getEpochSecond(), instant.getNano());
            } catch (ArithmeticException e) {
                throw mismatch(instant.toString(), e);
            }
        }

        @Override
        Object fromLong(long integer) {
            return Instant.ofEpochSecond(Math.floorDiv(integer, NANOS), Math.floorMod(integer, NANOS));
        }
    }

    /** Nanoseconds. */
    private static final class DurationElement extends IntegerElement {

        DurationElement() {
            super(Duration.class);
        }

        @Override
        String expected() {
            return "a Duration (nanoseconds, up to 292 years)";
        }

        @Override
        long toLong(Object value) {
            Duration duration = (Duration) value;
            try {
                return nanos(duration.getSeconds(), duration.getNano());
            } catch (ArithmeticException e) {
                throw mismatch(duration.toString(), e);
            }
        }

        @Override
        Object fromLong(long integer) {
            return Duration.ofNanos(integer);
        }
    }

    /** Days since 1970-01-01. */
    private static final class DateElement extends IntegerElement {

        DateElement() {
            super(LocalDate.class);
        }

        @Override
        String expected() {
            return "a LocalDate (days since 1970-01-01)";
        }

        @Override
        long toLong(Object value) {
            return ((LocalDate) value).toEpochDay();
        }

        @Override
        Object fromLong(long integer) {
            try {
                return LocalDate.ofEpochDay(ChronoField.EPOCH_DAY.checkValidValue(integer));
            } catch (DateTimeException e) {
                throw mismatch(Long.toString(integer), e);
            }
        }
    }

    /** Returns seconds and nanoseconds as nanoseconds. Throws {@link ArithmeticException} beyond 64 bits. */
    private static long nanos(long seconds, int nanos) {
        // the product for negative seconds can be out of range even if the sum is not
        return seconds < 0
                ? Math.addExact(Math.multiplyExact(seconds + 1, NANOS), nanos - NANOS)
                : Math.addExact(Math.multiplyExact(seconds, NANOS), nanos);
    }
}
