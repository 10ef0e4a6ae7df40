package dev.riffle.typed;

import dev.riffle.RiffleException;

/**
 * Thrown when a message and a record class do not fit. A feature may be missing, or have another kind, another number
 * of values or a value that the component cannot hold. Or a component has a value that no feature can hold. Immutable.
 *
 * @since 0.1
 */
public final class TypedRecordException extends RiffleException {

    private static final long serialVersionUID = 1L;

    private final Class<?> recordType;
    private final String component;
    private final String feature;
    private final String expected;
    private final String found;

    TypedRecordException(Class<?> recordType, String component, String feature, ValueMismatch mismatch) {
        super(message(recordType, component, feature, mismatch), mismatch.getCause());
        this.recordType = recordType;
        this.component = component;
        this.feature = feature;
        this.expected = mismatch.expected();
        this.found = mismatch.found();
    }

    private static String message(Class<?> recordType, String component, String feature, ValueMismatch mismatch) {
        StringBuilder text = new StringBuilder("record ").append(recordType.getName());
        if (!component.isEmpty()) {
            text.append(", component ").append(component);
        }
        if (!feature.isEmpty()) {
            text.append(", feature \"").append(feature).append('"');
        }
        return text.append(": ").append(mismatch.getMessage()).toString();
    }

    /** Returns the record class of the codec. */
    public Class<?> recordType() {
        return recordType;
    }

    /**
     * Returns the component, with the components that enclose it: {@code address.street}. Empty if the complete record
     * is rejected.
     */
    public String component() {
        return component;
    }

    /** Returns the name of the feature. Empty for a nested record and for the complete record. */
    public String feature() {
        return feature;
    }

    /** Returns the expected content, as in the message. */
    public String expected() {
        return expected;
    }

    /** Returns the found content, as in the message. */
    public String found() {
        return found;
    }
}
