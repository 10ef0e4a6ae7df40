package dev.riffle;

import org.jspecify.annotations.Nullable;

/**
 * The base type of Riffle's unchecked exceptions: data that is not valid, or does not fit the request of the program.
 *
 * <pre>{@code
 * try {
 *     System.out.println(Example.parse(payload).toText());
 * } catch (RiffleException e) {
 *     System.err.println("bad record: " + e.getMessage());
 * }
 * }</pre>
 *
 * <p>Riffle reports I/O errors and damaged files as {@link java.io.IOException}, such as {@link
 * CorruptRecordException}. After wrong use, methods throw exceptions of the JDK, such as {@link
 * IllegalArgumentException} and {@link IllegalStateException}, which are not of this type. An argument
 * that is null causes an {@link IllegalArgumentException} with the name of the argument.
 *
 * <p>Only Riffle's modules extend this class; Java has no way to enforce this rule across modules.
 *
 * @since 0.1
 */
public abstract class RiffleException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception of Riffle's modules. */
    protected RiffleException(@Nullable String message) {
        super(message);
    }

    /** Like {@link #RiffleException(String)}, with a cause. */
    protected RiffleException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
