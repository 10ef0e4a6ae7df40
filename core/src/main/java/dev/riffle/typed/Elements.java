package dev.riffle.typed;

import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The types that features hold without a conversion of the caller. */
final class Elements {

    private Elements() {}

    /** Returns the element for a type, or null. Doubles and enums need a choice and have none here. */
    static @Nullable Element of(Class<?> type) {
        // frequent types first, because a comparison loads the class that it names
        if (type == String.class) {
            return StringElement.of(type);
        } else if (type == float.class || type == Float.class) {
            return FloatElement.ofFloats();
        }
        Element primitive = PrimitiveElement.of(type);
        if (primitive != null) {
            return primitive;
        } else if (type.isArray()) {
            return type == byte[].class ? ByteStringElement.of(type) : null;
        } else if (type == ByteBuffer.class || type == Bytes.class) {
            return ByteStringElement.of(type);
        } else if (type == Instant.class || type == Duration.class || type == LocalDate.class) {
            return TimeElements.of(type);
        } else if (type == UUID.class || type == BigDecimal.class) {
            return StringElement.of(type);
        }
        return null;
    }
}
