package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.Bytes;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Maps the text of each label to its number. */
final class ClassLabels {

    private static final String LOOKS_LIKE_INTEGER = "[+-]?[0-9]+";

    private final Map<String, Long> numbers = new LinkedHashMap<>();
    private final boolean named;

    private ClassLabels(boolean named) {
        this.named = named;
    }

    /**
     * Returns labels whose numbers begin at {@code first}, for texts in the order of their bytes.
     *
     * @throws UsageException if {@code first} leaves too few numbers, or if {@code first} is set without texts
     */
    static ClassLabels counted(Collection<String> texts, OptionalLong first) throws UsageException {
        if (first.isPresent() && texts.isEmpty()) {
            throw new UsageException("--first-label: no labels to number; omit this flag");
        }
        ClassLabels labels = new ClassLabels(true);
        TreeSet<Bytes> sorted = new TreeSet<>();
        texts.forEach(text -> sorted.add(Bytes.ofUtf8(text)));
        long number = first.orElse(0);
        if (!sorted.isEmpty() && number > Long.MAX_VALUE - (sorted.size() - 1)) {
            throw new UsageException("--first-label " + number + ": leaves too few 64-bit numbers for "
                    + Sizes.count(sorted.size(), "label") + "; choose a smaller number");
        }
        for (Bytes text : sorted) {
            labels.numbers.put(text.utf8(), number++);
        }
        return labels;
    }

    /**
     * Returns labels that use the texts as numbers if all texts are integers. Otherwise returns {@link #counted}.
     *
     * @throws UsageException if the texts are integers and {@code first} is set
     */
    static ClassLabels of(Collection<String> texts, OptionalLong first) throws UsageException {
        if (texts.isEmpty() || !texts.stream().allMatch(ClassLabels::isInteger)) {
            return counted(texts, first);
        }
        if (first.isPresent()) {
            throw new UsageException("--first-label: integer labels keep their values; omit this flag");
        }
        ClassLabels labels = new ClassLabels(false);
        texts.forEach(text -> labels.numbers.put(text, Long.parseLong(text)));
        return labels;
    }

    /** Returns whether a text is the canonical form of a 64-bit integer. */
    private static boolean isInteger(String text) {
        try {
            return Long.toString(Long.parseLong(text)).equals(text);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Returns a note about labels that look like integers but count as texts. Empty without such labels. */
    Optional<String> note() {
        if (!named) {
            return Optional.empty();
        }
        Optional<String> integer = numbers.keySet().stream()
                .filter(text -> text.matches(LOOKS_LIKE_INTEGER))
                .findFirst();
        Optional<String> reason =
                numbers.keySet().stream().filter(text -> !isInteger(text)).findFirst();
        return integer.flatMap(text -> reason.map(other -> "the label " + Escapes.visible(other)
                + " is not a canonical 64-bit integer, so all labels are texts with new numbers: " + text + " became "
                + number(text)));
    }

    long number(String text) {
        return numbers.getOrDefault(text, 0L);
    }

    /** Returns the value of {@code image/class/text} for a label. Empty if labels are only numbers. */
    Optional<String> text(String label) {
        return named ? Optional.of(label) : Optional.empty();
    }

    /** Returns the names in the order of their numbers; an empty list if labels are only numbers. */
    List<String> names() {
        return named ? List.copyOf(numbers.keySet()) : List.of();
    }
}
