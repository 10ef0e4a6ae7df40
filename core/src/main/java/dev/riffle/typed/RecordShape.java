package dev.riffle.typed;

import java.lang.invoke.MethodHandle;
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
    sealed interface Member {}

    /**
     * A component with a feature.
     *
     * @param feature the feature
     */
    record Leaf(MappedFeature feature) implements Member {}

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
            implements Member {}

    private final Class<?> codecType;
    private final MethodHandle constructor;
    private final MethodHandle[] accessors;
    private final Member[] members;

    /**
     * Creates a shape.
     *
     * @param codecType the record class of the codec
     * @param constructor takes an {@code Object[]} and returns an {@code Object}
     * @param accessors take and return an {@code Object}
     */
    RecordShape(Class<?> codecType, MethodHandle constructor, List<MethodHandle> accessors, List<Member> members) {
        this.codecType = codecType;
        this.constructor = constructor;
        this.accessors = accessors.toArray(new MethodHandle[0]);
        this.members = members.toArray(new Member[0]);
    }

    /** Returns whether a message with this record always has a feature of it. */
    boolean isAlwaysWritten() {
        for (Member member : members) {
            if (isAlwaysWritten(member)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAlwaysWritten(Member member) {
        if (member instanceof Leaf leaf) {
            return leaf.feature().isAlwaysWritten();
        }
        Nested nested = (Nested) member;
        return nested.presence().isRequired() && nested.shape().isAlwaysWritten();
    }

    /** Stores the values of all components in their slots. */
    void takeApart(Object record, @Nullable Object[] values) {
        for (int i = 0; i < members.length; i++) {
            Object value = component(record, i);
            if (members[i] instanceof Leaf leaf) {
                values[leaf.feature().slot()] = value;
            } else {
                takeApart((Nested) members[i], value, values);
            }
        }
    }

    private void takeApart(Nested nested, @Nullable Object value, @Nullable Object[] values) {
        Object record;
        try {
            record = nested.presence().content(value);
        } catch (ValueMismatch e) {
            throw new TypedRecordException(codecType, nested.component(), "", e.expected(), e.found(), null);
        }
        if (record != null) {
            nested.shape().takeApart(record, values);
            return;
        }
        for (int slot = nested.firstSlot(); slot < nested.endSlot(); slot++) {
            values[slot] = MappedFeature.OMITTED;
        }
    }

    private @Nullable Object component(Object record, int index) {
        try {
            return accessors[index].invokeExact(record);
        } catch (RuntimeException e) {
            throw failure(members[index], "an accessor that returns", e);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("an accessor cannot throw checked exceptions", e);
        }
    }

    private TypedRecordException failure(Member member, String expected, RuntimeException cause) {
        String component = member instanceof Leaf leaf
                ? leaf.feature().component()
                : ((Nested) member).component();
        String feature = member instanceof Leaf leaf ? leaf.feature().feature() : "";
        return new TypedRecordException(codecType, component, feature, expected, String.valueOf(cause), cause);
    }

    /** Creates a record from the features of a message. */
    Object create(FoundValues found) {
        @Nullable Object[] arguments = new @Nullable Object[members.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = members[i] instanceof Leaf leaf
                    ? leaf.feature().read(found)
                    : create((Nested) members[i], found);
        }
        try {
            return constructor.invokeExact(arguments);
        } catch (RuntimeException e) {
            throw new TypedRecordException(
                    codecType, "", "", "values that the constructor accepts", String.valueOf(e), e);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a canonical constructor cannot throw checked exceptions", e);
        }
    }

    private static @Nullable Object create(Nested nested, FoundValues found) {
        if (!nested.presence().isRequired() && !isPresent(nested, found)) {
            return nested.presence().absent("", "");
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
