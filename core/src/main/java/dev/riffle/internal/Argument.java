package dev.riffle.internal;

import org.jspecify.annotations.Nullable;

/** Looks at arguments where a pipeline is built. */
public final class Argument {

    private Argument() {}

    /** The argument, which must be there. */
    public static <A> A present(@Nullable A argument, String name) {
        if (argument == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
        return argument;
    }

    /** The arguments, each of which must be there. */
    public static <L extends Iterable<?>> L allPresent(@Nullable L arguments, String name) {
        L all = present(arguments, name);
        for (Object argument : all) {
            present(argument, "one of " + name);
        }
        return all;
    }
}
