package dev.riffle.internal;

import org.jspecify.annotations.Nullable;

/** Checks arguments when a pipeline is built. */
public final class Argument {

    private Argument() {}

    /** Returns the argument. Throws if the argument is null. */
    public static <A> A present(@Nullable A argument, String name) {
        if (argument == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
        return argument;
    }

    /** Returns the arguments. Throws if an argument is null. */
    public static <L extends Iterable<?>> L allPresent(@Nullable L arguments, String name) {
        L all = present(arguments, name);
        for (Object argument : all) {
            present(argument, "one of " + name);
        }
        return all;
    }
}
