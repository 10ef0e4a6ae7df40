package dev.riffle.filter;

import dev.riffle.example.Dialect;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the features of an Example, OFRecord or the context of a SequenceExample, written as text:
 *
 * <pre>{@code
 * FeatureFilter filter = FeatureFilter.parse("label == 3 and size(image) > 0");
 * if (filter.test(payload)) { ... }
 * }</pre>
 *
 * <p>The language is described in {@code docs/filter.md}. Only the features that are named are decoded. A comparison with
 * a feature that a message does not have is not met, whatever it is; {@code has(name)} asks for that.
 *
 * <p>Immutable and safe for several threads.
 */
public final class FeatureFilter {

    private final String text;
    private final Dialect dialect;
    private final FilterCondition condition;
    private final List<String> names;

    /** Where the names of features go that were found in messages; null if nobody asks. */
    private final @Nullable Set<String> found;

    /** What an earlier test has left, so that not each of them makes a cursor of its own. */
    private final AtomicReference<FilterRow> spare = new AtomicReference<>();

    private FeatureFilter(
            String text, Dialect dialect, FilterCondition condition, List<String> names, @Nullable Set<String> found) {
        this.text = text;
        this.dialect = dialect;
        this.condition = condition;
        this.names = names;
        this.found = found;
    }

    /**
     * A condition on Examples and SequenceExamples.
     *
     * @throws FilterSyntaxException if the text is no expression; its message shows the place
     */
    public static FeatureFilter parse(String text) {
        return parse(text, Dialect.TENSORFLOW);
    }

    /**
     * A condition on the messages of a dialect.
     *
     * @throws FilterSyntaxException if the text is no expression; its message shows the place
     */
    public static FeatureFilter parse(String text, Dialect dialect) {
        FilterParser parser = new FilterParser(text);
        FilterCondition condition = parser.parse();
        return new FeatureFilter(text, dialect, condition, parser.names(), null);
    }

    /** The same condition on the messages of a dialect. */
    public FeatureFilter dialect(Dialect other) {
        return new FeatureFilter(text, other, condition, names, found);
    }

    /**
     * The same condition; the names of the {@link #features()} that a message has are added to a set when it is tested. So a
     * name that is misspelt can be told: no message has it.
     *
     * @param names must be for several threads if the filter is for them
     */
    public FeatureFilter noting(Set<String> names) {
        return new FeatureFilter(text, dialect, condition, this.names, names);
    }

    /**
     * Whether a message, what the buffer has between position and limit, meets the condition. Both stay.
     *
     * @throws FilterException if values of different types are compared; the message names the feature and both types
     * @throws MalformedMessageException if the bytes are no message, or a feature that is named is malformed
     */
    public boolean test(ByteBuffer message) {
        FilterRow row = row();
        boolean met = condition.test(noted(row.read(message)));
        spare.set(row);
        return met;
    }

    /** Whether a message meets the condition; see {@link #test(ByteBuffer)}. */
    public boolean test(Bytes message) {
        FilterRow row = row();
        boolean met = condition.test(noted(row.read(message)));
        spare.set(row);
        return met;
    }

    private FilterRow noted(FilterRow row) {
        if (found != null && !found.containsAll(names)) {
            for (int i = 0; i < names.size(); i++) {
                if (row.slot(i).isThere()) {
                    found.add(names.get(i));
                }
            }
        }
        return row;
    }

    private FilterRow row() {
        FilterRow row = spare.getAndSet(null);
        return row != null ? row : new FilterRow(dialect, names);
    }

    /** The names of the features that the condition looks at. */
    public List<String> features() {
        return names;
    }

    /** The text of the condition. */
    @Override
    public String toString() {
        return text;
    }
}
