package dev.riffle.typed;

import dev.riffle.internal.WireScanner;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record, or of a record nested in it, and its feature or feature list. Immutable.
 *
 * @param recordType the record class of the codec
 * @param component the component with the components that enclose it, separated by dots
 * @param feature the name of the feature
 * @param mapping maps values that are present
 * @param presence maps missing values
 * @param inOptionalRecord whether messages can lack the nested record that has the component
 * @param slot the number of the feature in this codec
 */
record MappedFeature(
        Class<?> recordType,
        String component,
        String feature,
        ValueMapping mapping,
        Presence presence,
        boolean inOptionalRecord,
        int slot)
        implements RecordShape.Member {

    /** The value of a component whose nested record is missing. */
    static final Object OMITTED = new Object();

    boolean isFeatureList() {
        return mapping.form() == ValueMapping.Form.STEPS;
    }

    @Override
    public boolean isAlwaysWritten() {
        return presence.isRequired() || presence.defaultValue() != null;
    }

    /** Writes the entry of the feature with the bytes of its key, or nothing for a missing value. */
    void write(@Nullable Object value, byte[] key, MessageOutput out) {
        if (value == OMITTED) {
            return;
        }
        try {
            Object content = presence.content(value);
            if (content == null) {
                return;
            }
            int entry = out.mark();
            mapping.write(content, out);
            out.close(entry, WireScanner.FIELD_2);
            out.writeBytes(key);
            out.close(entry, WireScanner.FIELD_1);
        } catch (ValueMismatch e) {
            throw e.at(recordType, component, feature);
        } catch (ClassCastException e) {
            throw new ValueMismatch(mapping.expected(), "an object of another class: " + e.getMessage(), e)
                    .at(recordType, component, feature);
        }
    }

    /** Returns the value of the component. */
    @Nullable
    Object read(FoundValues found) {
        try {
            if (found.isPresent(slot)) {
                return presence.present(mapping.read(found, slot));
            } else if (presence.isRequired()) {
                String absence = isFeatureList() ? "no such feature list" : found.absence(slot);
                throw new ValueMismatch(
                        mapping.expected(), absence + "; use Optional, nullable or defaultValue to allow that");
            }
            return presence.absent();
        } catch (ValueMismatch e) {
            throw e.at(recordType, component, feature);
        }
    }
}
