package dev.riffle.formats;

import dev.riffle.example.Dialect;
import dev.riffle.internal.Argument;
import java.io.Writer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes Examples and SequenceExamples as JSON lines in UTF-8, one object for each line. {@link JsonLinesImport} reads
 * the lines of Examples back without loss.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class JsonLinesExport implements ExampleExport {

    private final @Nullable Dialect exact;

    private JsonLinesExport(@Nullable Dialect exact) {
        this.exact = exact;
    }

    /**
     * Returns the plain form: each feature is a member, and several values are a list. Floats always have a decimal
     * point. Integers have all their digits, although JavaScript keeps only 53 bits.
     *
     * <p>A member states its kind if the plain value would not read back as the same feature, as {@link
     * JsonLinesImport} describes. This concerns bytes that are not UTF-8, empty lists, numbers that are not finite and
     * OneFlow's kinds. It also concerns a feature whose kind differs from its kind in the first Example with this
     * feature.
     *
     * <p>A SequenceExample is an object with the members {@code context} and {@code lists}. The context has the form of
     * an Example. A feature list is a list of its steps, and each step has the form of a feature.
     */
    public static JsonLinesExport plain() {
        return new JsonLinesExport(null);
    }

    /** Returns the exact form: the dialect's message or a SequenceExample in protobuf's JSON mapping. */
    public static JsonLinesExport exact(Dialect dialect) {
        Argument.present(dialect, "dialect");
        return new JsonLinesExport(dialect);
    }

    @Override
    public ExampleWriter open(Writer out) {
        Argument.present(out, "out");
        return new JsonExampleWriter(out, Optional.ofNullable(exact));
    }
}
