package dev.riffle.formats;

import dev.riffle.example.Dialect;
import java.io.Writer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Examples as JSON lines in UTF-8, one object a line; {@link JsonLinesImport} reads them back without loss. Immutable.
 */
public final class JsonLinesExport implements ExampleExport {

    private final @Nullable Dialect exact;

    private JsonLinesExport(@Nullable Dialect exact) {
        this.exact = exact;
    }

    /**
     * The plain form: each feature a member, one value as it is, several as a list, floats always with a point, integers
     * with every digit (of which JavaScript keeps 53 bits only). Where that would not read back as the same feature, the
     * member says its kind, as {@link JsonLinesImport} describes: bytes that are not UTF-8, empty lists, numbers that are
     * not finite, OneFlow's kinds, and a kind other than the one that the first Example with a feature of this name had.
     */
    public static JsonLinesExport plain() {
        return new JsonLinesExport(null);
    }

    /** The exact form: the message of that dialect as protobuf maps it to JSON. */
    public static JsonLinesExport exact(Dialect dialect) {
        return new JsonLinesExport(dialect);
    }

    @Override
    public ExampleWriter open(Writer out) {
        return new JsonExampleWriter(out, Optional.ofNullable(exact));
    }
}
