package dev.riffle.typed;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record class with its components: takes records apart and creates them. Immutable.
 *
 * <p>All features of a codec, also those of nested records, have slots in the order of the components. A nested record
 * has a range of slots.
 */
final class RecordShape {

    /** A component: a feature, or a nested record. */
    sealed interface Member permits MappedFeature, Nested {

        /** Returns the component with the components that enclose it, separated by dots. */
        String component();

        /** Returns whether each message with the component's record has the feature, or a feature of the record. */
        boolean isAlwaysWritten();
    }

    /**
     * A component that is a record.
     *
     * @param shape the nested record
     * @param presence whether the component can be missing
     * @param component the component with the components that enclose it, separated by dots
     * @param firstSlot the first slot of its features
     * @param endSlot the slot after its last one
     */
    record Nested(RecordShape shape, Presence presence, String component, int firstSlot, int endSlot)
            implements Member {

        @Override
        public boolean isAlwaysWritten() {
            return presence.isRequired() && shape.isAlwaysWritten();
        }
    }

    private final Class<?> codecType;
    private final String path;
    private final RecordAccess access;
    private final Member[] members;

    /**
     * Creates a shape.
     *
     * @param codecType the record class of the codec
     * @param path the component that has the record, with the components that enclose it; empty for the codec's record
     * @param access calls the members of the record class
     * @param members the components in order
     */
    RecordShape(Class<?> codecType, String path, RecordAccess access, List<Member> members) {
        this.codecType = codecType;
        this.path = path;
        this.access = access;
        this.members = members.toArray(new Member[0]);
    }

    /** Returns whether a message with this record always has a feature of it. */
    boolean isAlwaysWritten() {
        for (Member member : members) {
            if (member.isAlwaysWritten()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the record class of the codec. */
    Class<?> codecType() {
        return codecType;
    }

    /** Stores the values of all components in their slots. */
    void takeApart(Object record, @Nullable Object[] values) {
        @Nullable Object[] components = new @Nullable Object[members.length];
        try {
            access.components(record, components);
        } catch (RecordAccess.FailedAccessor e) {
            throw failure(members[e.index()], e.getCause());
        }
        for (int i = 0; i < members.length; i++) {
            if (members[i] instanceof MappedFeature feature) {
                values[feature.slot()] = components[i];
            } else {
                takeApart((Nested) members[i], components[i], values);
            }
        }
    }

    private void takeApart(Nested nested, @Nullable Object value, @Nullable Object[] values) {
        Object record;
        try {
            record = nested.presence().content(value);
        } catch (ValueMismatch e) {
            throw e.at(codecType, nested.component(), "");
        }
        if (record != null) {
            nested.shape().takeApart(record, values);
            return;
        }
        for (int slot = nested.firstSlot(); slot < nested.endSlot(); slot++) {
            values[slot] = MappedFeature.OMITTED;
        }
    }

    private RuntimeException failure(Member member, @Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        String feature = member instanceof MappedFeature mapped ? mapped.feature() : "";
        return new ValueMismatch("an accessor that returns", String.valueOf(cause), cause)
                .at(codecType, member.component(), feature);
    }

    /** Creates a record from the features of a message. */
    Object create(FoundValues found) {
        @Nullable Object[] arguments = new @Nullable Object[members.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = members[i] instanceof MappedFeature feature
                    ? feature.read(found)
                    : create((Nested) members[i], found);
        }
        try {
            return access.create(arguments);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ValueMismatch("values that the constructor accepts", String.valueOf(e), e)
                    .at(codecType, path, "");
        }
    }

    private static @Nullable Object create(Nested nested, FoundValues found) {
        if (!nested.presence().isRequired() && !isPresent(nested, found)) {
            return nested.presence().absent();
        }
        return nested.presence().present(nested.shape().create(found));
    }

    private static boolean isPresent(Nested nested, FoundValues found) {
        for (int slot = nested.firstSlot(); slot < nested.endSlot(); slot++) {
            if (found.isPresent(slot)) {
                return true;
            }
        }
        return false;
    }
}
