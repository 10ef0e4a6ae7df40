package dev.riffle.typed;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * Calls the accessors and the canonical constructor of a record class.
 *
 * <p>Method handles are faster than reflection, but their first use in a process takes tens of milliseconds. Access to
 * public records therefore begins with reflection, and changes to method handles after {@link #CALLS_BEFORE_HANDLES}
 * records. Reflection from this class cannot call other members, so access to other records always uses method handles.
 */
final class RecordAccess {

    private static final int CALLS_BEFORE_HANDLES = 500;

    private final MethodHandles.Lookup lookup;
    private final Constructor<?> constructor;
    private final Method[] accessors;

    /** Handles with general types. Their holders have final fields, so threads may overwrite them. */
    private @Nullable Accessors accessorHandles;

    private @Nullable Creator creatorHandle;

    /** A rough number, without a lock. */
    private int callsLeft;

    /**
     * Creates the access of a lookup.
     *
     * @throws IllegalAccessException if the lookup cannot access the record
     */
    RecordAccess(MethodHandles.Lookup lookup, Constructor<?> constructor, Method[] accessors)
            throws IllegalAccessException {
        this.lookup = lookup;
        this.constructor = constructor;
        this.accessors = accessors;
        // accessors are public, so a lookup that can access the constructor can access them too
        if (lookup.lookupModes() != MethodHandles.Lookup.UNCONDITIONAL) {
            lookup.unreflectConstructor(constructor);
            return;
        }
        lookup.accessClass(constructor.getDeclaringClass());
        if (!Modifier.isPublic(constructor.getModifiers())) {
            // a protected record is a public class with a protected constructor
            throw new IllegalAccessException("the constructor is not public: " + constructor);
        }
        callsLeft = CALLS_BEFORE_HANDLES;
    }

    /** Stores all components in an array. Throws {@link FailedAccessor} if an accessor throws. */
    void components(Object record, @Nullable Object[] target) {
        Accessors known = accessorHandles;
        if (known == null && callsLeft-- > 0) {
            reflectComponents(record, target);
            return;
        }
        if (known == null) {
            known = new Accessors(accessorHandles());
            accessorHandles = known;
        }
        MethodHandle[] handles = known.handles();
        for (int i = 0; i < handles.length; i++) {
            try {
                target[i] = (Object) handles[i].invokeExact(record);
            } catch (Throwable e) {
                throw new FailedAccessor(i, e);
            }
        }
    }

    private void reflectComponents(Object record, @Nullable Object[] target) {
        for (int i = 0; i < accessors.length; i++) {
            try {
                target[i] = accessors[i].invoke(record);
            } catch (InvocationTargetException e) {
                throw new FailedAccessor(i, e.getCause() == null ? e : e.getCause());
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("a public accessor", e);
            }
        }
    }

    private MethodHandle[] accessorHandles() {
        MethodType type = MethodType.methodType(Object.class, Object.class);
        MethodHandle[] handles = new MethodHandle[accessors.length];
        try {
            for (int i = 0; i < handles.length; i++) {
                handles[i] = lookup.unreflect(accessors[i]).asType(type);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the lookup has accessed it before", e);
        }
        return handles;
    }

    /** Returns a new record. Throws what the constructor throws. */
    Object create(@Nullable Object[] components) throws Throwable {
        Creator known = creatorHandle;
        if (known == null && callsLeft-- > 0) {
            try {
                return constructor.newInstance(components);
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        }
        if (known == null) {
            // a record with a component such as long... has a handle that would collect arguments
            known = new Creator(lookup.unreflectConstructor(constructor)
                    .asFixedArity()
                    .asSpreader(Object[].class, accessors.length)
                    .asType(MethodType.methodType(Object.class, Object[].class)));
            creatorHandle = known;
        }
        return (Object) known.handle().invokeExact(components);
    }

    /**
     * Holds the handles of all accessors.
     *
     * @param handles take and return an {@code Object}
     */
    @SuppressWarnings("ArrayRecordComponent") // only this class uses it
    private record Accessors(MethodHandle[] handles) {}

    /**
     * Holds the handle of the constructor.
     *
     * @param handle takes an {@code Object[]} and returns an {@code Object}
     */
    private record Creator(MethodHandle handle) {}

    /** Thrown when an accessor throws; the cause is its exception. */
    static final class FailedAccessor extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final int index;

        FailedAccessor(int index, Throwable cause) {
            super(null, cause, false, false);
            this.index = index;
        }

        int index() {
            return index;
        }
    }
}
