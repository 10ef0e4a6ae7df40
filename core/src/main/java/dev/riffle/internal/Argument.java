package dev.riffle.internal;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the arguments of public methods. The messages name the arguments. */
public final class Argument {

    /** The end of a message about a number that Riffle can choose. */
    public static final String OR_CHOSEN = ", or -1 (Riffle chooses)";

    private Argument() {}

    /** Returns the argument. Throws if the argument is null. */
    public static <A> A present(@Nullable A argument, String name) {
        if (argument == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
        return argument;
    }

    /** Returns the collection. Throws if it is null or contains null. The message has the index of the null element. */
    public static <L extends Iterable<?>> L allPresent(@Nullable L arguments, String name) {
        L all = present(arguments, name);
        int index = 0;
        for (Object argument : all) {
            if (argument == null) {
                throw all instanceof Set<?>
                        ? new IllegalArgumentException(name + " must not contain null")
                        : nullAt(name, index);
            }
            index++;
        }
        return all;
    }

    /** Returns the array. Throws if it is null or contains null. The message has the index of the null element. */
    public static <A> A[] allPresent(@Nullable A @Nullable [] arguments, String name) {
        @Nullable A[] all = present(arguments, name);
        for (int i = 0; i < all.length; i++) {
            if (all[i] == null) {
                throw nullAt(name, i);
            }
        }
        return all;
    }

    /** Returns the map. Throws if it is null or contains null. The message has the key of a null value. */
    public static <M extends Map<?, ?>> M allPresent(@Nullable M arguments, String name) {
        M all = present(arguments, name);
        all.forEach((key, value) -> {
            if (key == null) {
                throw new IllegalArgumentException(name + " must not have a null key");
            }
            if (value == null) {
                throw nullAt(name, key);
            }
        });
        return all;
    }

    private static IllegalArgumentException nullAt(String name, Object place) {
        return new IllegalArgumentException(name + "[" + place + "] must not be null");
    }

    /**
     * Returns the path that a text names in the file system of a directory. Throws {@link IllegalArgumentException}
     * with the text, unprintable characters escaped, if the text is not a path.
     *
     * @param expected the kind of text, such as {@code a path}
     */
    public static Path path(Path directory, String text, String name, String expected) {
        try {
            return directory.resolve(text);
        } catch (InvalidPathException e) {
            throw noPath(text, name, expected, e);
        }
    }

    /** Returns the exception for a text that no path can contain. */
    public static IllegalArgumentException noPath(String text, String name, String expected, InvalidPathException e) {
        StringBuilder quoted = new StringBuilder();
        new JsonWriter(quoted).string(text);
        return new IllegalArgumentException(name + " must be " + expected + ": " + quoted + ": " + e.getReason(), e);
    }

    /** Returns a text for a message. Escapes control characters and other invisible characters like JSON. */
    public static String shown(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            int end = at + Character.charCount(character);
            if (isVisible(character)) {
                shown.append(text, at, end);
            } else {
                for (; at < end; at++) {
                    shown.append(String.format(Locale.ROOT, "\\u%04x", (int) text.charAt(at)));
                }
            }
            at = end;
        }
        return shown.toString();
    }

    /** Returns a text such as "none, gzip or zlib". */
    public static String oneOf(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /**
     * Returns the index. Throws {@link IndexOutOfBoundsException} unless the index is at least 0 and below the size.
     *
     * @param name the name of the index
     * @param items what the index counts, in the plural
     */
    public static int index(int index, int size, String name, String items) {
        if (index < 0 || index >= size) {
            throw outOfBounds(name + " " + index, "number of " + items, size);
        }
        return index;
    }

    /** Like {@link #index(int, int, String, String)}, for more than 2^31 items. */
    public static long index(long index, long size, String name, String items) {
        if (index < 0 || index >= size) {
            throw outOfBounds(name + " " + index, "number of " + items, size);
        }
        return index;
    }

    /** Throws {@link IndexOutOfBoundsException} unless 0 &lt;= {@code from} &lt;= {@code to} &lt;= {@code size}. */
    public static void range(long from, long to, long size, String items) {
        if (from < 0 || to < from || to > size) {
            throw outOfBounds("range from " + from + " to " + to, "number of " + items, size);
        }
    }

    /**
     * Throws {@link IndexOutOfBoundsException} unless the part is inside the array.
     *
     * @param array the name of the array
     */
    public static void part(int offset, int size, int length, String array) {
        if (offset < 0 || size < 0 || offset > length - size) {
            throw outOfBounds("part of " + array + " with offset " + offset + " and size " + size, "length", length);
        }
    }

    /** Returns the number. Throws {@link IllegalArgumentException} if it is below 1. */
    public static int positive(int number, String name) {
        return (int) positive((long) number, name);
    }

    /** Like {@link #positive(int, String)}, for a long. */
    public static long positive(long number, String name) {
        return positive(number, name, "");
    }

    private static long positive(long number, String name, String or) {
        if (number < 1) {
            throw new IllegalArgumentException(name + " must be positive" + or + ": " + number);
        }
        return number;
    }

    /** Returns the number, or {@code chosen} for -1. Throws {@link IllegalArgumentException} for 0 and below -1. */
    public static int positiveOrChosen(int number, int chosen, String name) {
        return (int) positiveOrChosen((long) number, chosen, name);
    }

    /** Like {@link #positiveOrChosen(int, int, String)}, for a long. */
    public static long positiveOrChosen(long number, long chosen, String name) {
        return number == -1 ? chosen : positive(number, name, OR_CHOSEN);
    }

    private static IndexOutOfBoundsException outOfBounds(String what, String measure, long size) {
        return new IndexOutOfBoundsException(what + " is out of bounds; " + measure + ": " + size);
    }
}
