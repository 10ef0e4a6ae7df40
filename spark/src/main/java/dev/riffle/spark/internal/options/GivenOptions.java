package dev.riffle.spark.internal.options;

import dev.riffle.internal.Argument;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options as a user wrote them, with names and words in any case. An option with the value null, which Spark
 * allows, is not set. For an invalid value, the methods throw an {@link IllegalArgumentException} that lists the
 * choices.
 */
final class GivenOptions {

    private static final String UNITS = "kmgt";

    private final Map<String, @Nullable String> options;

    private final Set<String> names = new LinkedHashSet<>();

    GivenOptions(Map<String, @Nullable String> options) {
        this.options = options;
    }

    /** Returns the names of the options that the caller has requested. */
    Set<String> names() {
        return names;
    }

    /** Returns the value of an option without spaces around it, or the default if the option is not set. */
    String text(String name, String byDefault) {
        String given = find(name);
        return given == null ? byDefault : given;
    }

    /** Returns the value of an option without spaces around it, or null if the option is not set. */
    @Nullable
    String textOrNull(String name) {
        return find(name);
    }

    /** Returns the choice whose word is the value of an option. */
    <T> T choice(String name, List<T> choices, Function<T, String> word, T byDefault) {
        String given = find(name);
        if (given == null) {
            return byDefault;
        }
        for (T choice : choices) {
            if (word.apply(choice).equalsIgnoreCase(given)) {
                return choice;
            }
        }
        throw wrong(name, Argument.oneOf(choices.stream().map(word).toList()), given);
    }

    boolean isTrue(String name, boolean byDefault) {
        return choice(name, List.of(true, false), Object::toString, byDefault);
    }

    /** Returns a number from 1 to {@code most}; {@code all} means {@code most}. */
    long countOrAll(String name, long most, long byDefault) {
        String given = find(name);
        if (given == null) {
            return byDefault;
        }
        if (given.equalsIgnoreCase("all")) {
            return most;
        }
        long count = digits(given);
        if (count < 1 || count > most) {
            throw wrong(name, "a number from 1 to " + most + ", or all", given);
        }
        return count;
    }

    /**
     * Returns a number of bytes such as {@code 134217728}, {@code 128m} or {@code 128MiB}, with units of powers of
     * 1024. Returns 0 for {@code none}.
     */
    long bytesOrNone(String name) {
        String given = find(name);
        if (given == null || given.equalsIgnoreCase("none")) {
            return 0;
        }
        long bytes = bytes(given.toLowerCase(Locale.ROOT));
        if (bytes < 1) {
            throw wrong(name, "a positive number of bytes such as 134217728, 128m or 1g, or none", given);
        }
        return bytes;
    }

    /** Returns the number of bytes, or -1 if the text is not a size or exceeds the range of a long. */
    private static long bytes(String text) {
        int end = 0;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        long number = digits(text.substring(0, end));
        String unit = text.substring(end).strip();
        if (unit.isEmpty() || unit.equals("b")) {
            return number;
        }
        int power = UNITS.indexOf(unit.charAt(0)) + 1;
        String rest = unit.substring(1);
        if (power == 0 || !(rest.isEmpty() || rest.equals("b") || rest.equals("ib"))) {
            return -1;
        }
        return number > Long.MAX_VALUE >> 10 * power ? -1 : number << 10 * power;
    }

    /** Returns the number in a text of decimal digits only, or -1. */
    private static long digits(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private @Nullable String find(String name) {
        names.add(name);
        String found = null;
        for (Map.Entry<String, @Nullable String> option : options.entrySet()) {
            String text = option.getValue();
            if (text != null && option.getKey().equalsIgnoreCase(name)) {
                String value = text.strip();
                if (found != null && !found.equals(value)) {
                    throw new IllegalArgumentException(
                            "option " + name + " is set twice: " + found + " and " + value + "; set it once");
                }
                found = value;
            }
        }
        return found;
    }

    private static IllegalArgumentException wrong(String name, String must, String given) {
        return new IllegalArgumentException("option " + name + ": expected " + must + ", found " + given);
    }
}
