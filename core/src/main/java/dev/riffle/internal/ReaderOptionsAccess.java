package dev.riffle.internal;

import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Provides other packages with a non-public operation on reader options. The class of the options sets the operation
 * when the class is initialized.
 */
public final class ReaderOptionsAccess {

    private static volatile @Nullable UnaryOperator<Object> withoutDamageListener;

    private ReaderOptionsAccess() {}

    /** Sets the operation for options of this type. */
    public static <O> void set(Class<O> type, UnaryOperator<O> operation) {
        withoutDamageListener = options -> operation.apply(type.cast(options));
    }

    /** Returns options that skip the same damage but do not report it. Use them to read the same records again. */
    @SuppressWarnings("unchecked") // the operation returns the type of its argument
    public static <O> O withoutDamageListener(O options) {
        return (O) Objects.requireNonNull(withoutDamageListener).apply(options);
    }
}
