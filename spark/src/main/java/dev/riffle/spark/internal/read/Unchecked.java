package dev.riffle.spark.internal.read;

import java.io.IOException;

/**
 * Throws checked exceptions through Scala's interfaces, which do not declare them. Spark looks for their exact classes,
 * such as FileNotFoundException.
 */
public final class Unchecked {

    private Unchecked() {}

    /** Always throws. The return type lets the caller write {@code throw} for the compiler. */
    public static RuntimeException thrown(IOException failure) {
        Unchecked.<RuntimeException>raise(failure);
        throw new AssertionError(failure);
    }

    @SuppressWarnings("unchecked") // erased: the exception is thrown unchanged
    private static <E extends Exception> void raise(Exception failure) throws E {
        throw (E) failure;
    }
}
