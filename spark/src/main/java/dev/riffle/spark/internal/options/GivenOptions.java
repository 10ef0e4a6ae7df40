package dev.riffle.spark.internal.options;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Options as a user has given them: names and words in any case. One whose value is null, as Spark lets callers say, is not given. A
 * value that an option cannot have is an {@link IllegalArgumentException} that names the choices.
 */
final class GivenOptions {

    private static final String UNITS = "kmgt";

    private final Map<String, @Nullable String> options;

    GivenOptions(Map<String, @Nullable String> options) {
        this.options = options;
    }

    /** What an option has, without spaces around it; the default if it is not given. */
    String text(String name, String byDefault) {
        String given = find(name);
        return given == null ? byDefault : given;
    }

    /** Returns what an option has, without spaces around it; null if it is not given. */
    @Nullable
    String textOrNull(String name) {
        return find(name);
    }

    /** One of several choices, each of which has a word. */
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
        throw wrong(name, or(choices.stream().map(word).toList()), given);
    }

    boolean isTrue(String name, boolean byDefault) {
        return choice(name, List.of(true, false), Object::toString, byDefault);
    }

    /** A number from 1 to {@code most}, which is also what {@code all} means. */
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

    /** A number of bytes such as {@code 134217728}, {@code 128m} or {@code 128MiB}, units being powers of 1024; 0 for {@code none}. */
    long bytesOrNone(String name) {
        String given = find(name);
        if (given == null || given.equalsIgnoreCase("none")) {
            return 0;
        }
        long bytes = bytes(given.toLowerCase(Locale.ROOT));
        if (bytes < 1) {
            throw wrong(name, "a number of bytes from 1 on such as 134217728, 128m or 1g, or none", given);
        }
        return bytes;
    }

    /** So many bytes, or -1 if that is not what the text says, or beyond the range of a long. */
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

    /** The number that decimal digits and nothing else say, or -1. */
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
        String found = null;
        for (Map.Entry<String, @Nullable String> option : options.entrySet()) {
            String text = option.getValue();
            if (text != null && option.getKey().equalsIgnoreCase(name)) {
                String value = text.strip();
                if (found != null && !found.equals(value)) {
                    throw new IllegalArgumentException(
                            "option " + name + " is given twice: " + found + " and " + value + "; give it once");
                }
                found = value;
            }
        }
        return found;
    }

    private static IllegalArgumentException wrong(String name, String must, String given) {
        return new IllegalArgumentException("option " + name + " must be " + must + ": " + given);
    }

    private static String or(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
