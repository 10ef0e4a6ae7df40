package dev.riffle.spark.internal.read;

import java.io.IOException;

/**
 * Throws checked exceptions through Scala's interfaces, which do not declare them. Spark checks the exact class of an
 * exception, such as FileNotFoundException.
 */
public final class Unchecked {

    private Unchecked() {}

    /**
     * Throws the failure. The return type lets the caller write {@code throw}, so that the compiler sees the end of the
     * path.
     */
    public static RuntimeException thrown(IOException failure) {
        Unchecked.<RuntimeException>raise(failure);
        throw new AssertionError(failure);
    }

    @SuppressWarnings("unchecked") // Erasure lets the cast pass the exception unchanged.
    private static <E extends Exception> void raise(Exception failure) throws E {
        throw (E) failure;
    }
}
