package dev.riffle.typed;

import dev.riffle.internal.ArrayView;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The value of a component whose feature is missing. It is kept as the body of the feature, so that each record gets
 * its own array. Immutable.
 */
final class DefaultValue {

    private final ValueMapping mapping;
    private final FoundValues found;
    private final @Nullable Object shared;

    /**
     * Creates a default.
     *
     * @param value a value of the component
     * @throws ValueMismatch if the value does not fit the feature
     */
    DefaultValue(ValueMapping mapping, Object value) {
        this.mapping = mapping;
        MessageOutput out = new MessageOutput(64);
        mapping.write(value, out);
        Bytes bytes = out.toBytes();
        ArrayView body = FoundValues.view(bytes);
        this.found = new FoundValues(body.array(), body.offset(), bytes, 1);
        if (!found.scanFeature(bytes.size())) {
            throw new IllegalStateException("the body of a default must be readable");
        }
        Object read = mapping.read(found, 0);
        this.shared = mapping.form() == ValueMapping.Form.SINGLE && isImmutable(read) ? read : null;
    }

    private static boolean isImmutable(Object value) {
        return value instanceof Enum<?>
                || !(value instanceof byte[] || value instanceof ByteBuffer)
                        && ElementType.of(value.getClass()) != null;
    }

    /** Returns the value; another array or buffer for each call. */
    Object get() {
        Object known = shared;
        return known == null ? mapping.read(found, 0) : known;
    }

    /** Returns the body of the feature, which has slot 0. */
    FoundValues body() {
        return found;
    }
}
