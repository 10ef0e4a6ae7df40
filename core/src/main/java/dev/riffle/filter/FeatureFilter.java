package dev.riffle.filter;

import dev.riffle.example.Dialect;
import dev.riffle.example.FeatureWarning;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.NameCheck;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the features of an Example, an OFRecord or the context of a SequenceExample, written as text.
 *
 * <pre>{@code
 * FeatureFilter filter = FeatureFilter.parse("label == 3 and size(image) > 0");
 * boolean matches = filter.test(payload);
 * }</pre>
 *
 * <p>{@code docs/reference/filter.md} describes the language. The filter decodes only the features that it names. A
 * comparison with a missing feature is always false. {@code has(name)} tests whether the message has the feature. If
 * none of the first 32 messages has a named feature, the filter sends a {@linkplain #warnings warning}.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class FeatureFilter {

    private final String text;
    private final Dialect dialect;
    private final FilterCondition condition;
    private final List<String> names;

    /** Receives the names of features that messages have. Null if the caller did not request the names. */
    private final @Nullable Set<String> found;

    private final NameCheck check;
    private final Consumer<? super FeatureWarning> warnings;

    /** The row of an earlier test, for reuse, so that a test does not always create a cursor. */
    private final AtomicReference<FilterRow> spare = new AtomicReference<>();

    private FeatureFilter(
            String text,
            Dialect dialect,
            FilterCondition condition,
            List<String> names,
            @Nullable Set<String> found,
            NameCheck check,
            Consumer<? super FeatureWarning> warnings) {
        this.text = text;
        this.dialect = dialect;
        this.condition = condition;
        this.names = names;
        this.found = found;
        this.check = check;
        this.warnings = warnings;
    }

    private static NameCheck check(List<String> names, NameCheck.Unknown unknown) {
        return new NameCheck(names, Optional.empty(), NameCheck.Spelling.OF_CONDITION, unknown);
    }

    /**
     * Parses a condition on Examples and SequenceExamples.
     *
     * @throws FilterSyntaxException if the text is not a filter expression. The message marks the error
     */
    public static FeatureFilter parse(String text) {
        return parse(text, Dialect.TENSORFLOW);
    }

    /**
     * Like {@link #parse(String)}, for the messages of a dialect.
     *
     * @throws FilterSyntaxException if the text is not a filter expression. The message marks the error
     */
    public static FeatureFilter parse(String text, Dialect dialect) {
        Argument.present(text, "text");
        Argument.present(dialect, "dialect");
        FilterParser parser = new FilterParser(text);
        FilterCondition condition = parser.parse();
        List<String> names = parser.names();
        NameCheck check = check(names, NameCheck.Unknown.REPORTED);
        return new FeatureFilter(text, dialect, condition, names, null, check, NameCheck.LOGGED);
    }

    /**
     * Returns this condition for the messages of a dialect. The search for {@linkplain #warnings unknown features}
     * starts again.
     */
    public FeatureFilter dialect(Dialect other) {
        Argument.present(other, "other");
        return new FeatureFilter(text, other, condition, names, found, check(names, check.unknown()), warnings);
    }

    /**
     * Returns this condition with a set that collects the names of the features found in the tested messages. The set
     * receives the names of {@link #features()} that a message has. A misspelled name stays missing from the set,
     * because no message has it.
     *
     * @param names must be a thread-safe set if several threads use the filter
     */
    public FeatureFilter noting(Set<String> names) {
        Argument.allPresent(names, "names");
        return new FeatureFilter(text, dialect, condition, this.names, names, check, warnings);
    }

    /**
     * Returns this condition with a listener for features that none of the first 32 messages has. Their names are
     * probably misspelt. The filter calls the listener once for each of these features. {@code RecordRewrite} counts
     * the messages of each operation separately. Without a listener, the filter {@linkplain FeatureWarning logs} the
     * warnings.
     *
     * @param listener called on the thread that tests a message; an exception of the listener ends the test
     */
    public FeatureFilter warnings(Consumer<? super FeatureWarning> listener) {
        Argument.present(listener, "listener");
        return new FeatureFilter(text, dialect, condition, names, found, check(names, check.unknown()), listener);
    }

    /**
     * Returns this condition with an exception instead of a warning: {@code test} throws {@link FilterException} for
     * each message until a message so far has each feature. The first message must therefore have all features.
     */
    public FeatureFilter requiringKnownFeatures() {
        NameCheck strict = check(names, NameCheck.Unknown.REJECTED);
        return new FeatureFilter(text, dialect, condition, names, found, strict, warnings);
    }

    /**
     * Returns whether the message between position and limit of a buffer meets the condition. Does not change the
     * position or the limit.
     *
     * @throws FilterException if the filter compares values of different types. The message names the feature and both
     *     types. Also as {@link #requiringKnownFeatures} states
     * @throws MalformedMessageException if the bytes are not a valid message or a named feature is malformed
     */
    public boolean test(ByteBuffer message) {
        Argument.present(message, "message");
        FilterRow row = row();
        boolean met = condition.test(noted(row.read(message)));
        spare.set(row);
        if (!check.isDone()) {
            report(check.examine(dialect, message));
        }
        return met;
    }

    /**
     * Reports the features that no tested message has, as {@link #warnings} does after 32 messages. Call this method
     * after the last message of a shorter input. {@code RecordRewrite} does so.
     *
     * @throws FilterException as {@link #requiringKnownFeatures} states
     */
    public void reportUnknownFeatures() {
        report(check.end());
    }

    private void report(List<FeatureWarning> unknown) {
        if (!unknown.isEmpty() && check.unknown() == NameCheck.Unknown.REJECTED) {
            throw new FilterException(unknown.get(0).message());
        }
        unknown.forEach(warnings);
    }

    /** Like {@link #test(ByteBuffer)}, for a message in {@link Bytes}. */
    public boolean test(Bytes message) {
        return test(Argument.present(message, "message").asByteBuffer());
    }

    private FilterRow noted(FilterRow row) {
        if (found != null && !found.containsAll(names)) {
            for (int i = 0; i < names.size(); i++) {
                if (row.slot(i).isPresent()) {
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

    /** Returns the names of the features in the condition. */
    public List<String> features() {
        return names;
    }

    /** Returns the text of the condition. */
    @Override
    public String toString() {
        return text;
    }
}
