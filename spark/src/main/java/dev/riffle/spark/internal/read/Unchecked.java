package dev.riffle.spark.internal.read;

import java.io.IOException;

/** Lets Scala's interfaces throw what Scala does not declare: Spark asks for the very class, such as FileNotFoundException. */
public final class Unchecked {

    private Unchecked() {}

    /** Throws; what it is said to give is for the compiler, which wants the caller to throw. */
    public static RuntimeException thrown(IOException failure) {
        Unchecked.<RuntimeException>raise(failure);
        throw new AssertionError(failure);
    }

    @SuppressWarnings("unchecked") // erased: thrown as it is
    private static <E extends Exception> void raise(Exception failure) throws E {
        throw (E) failure;
    }
}
