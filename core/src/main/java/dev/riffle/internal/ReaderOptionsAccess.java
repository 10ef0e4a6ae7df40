package dev.riffle.internal;

import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Provides other packages with an operation on reader options that is not public. The class of the options sets the
 * operation when it is initialized.
 */
public final class ReaderOptionsAccess {

    private static volatile @Nullable UnaryOperator<Object> withoutDamageListener;

    private ReaderOptionsAccess() {}

    /** Sets the operation for options of this type. */
    public static <O> void set(Class<O> type, UnaryOperator<O> operation) {
        withoutDamageListener = options -> operation.apply(type.cast(options));
    }

    /** Returns options that skip the same damage without reporting it, for reading the same records again. */
    @SuppressWarnings("unchecked") // the operation returns the type that it takes
    public static <O> O withoutDamageListener(O options) {
        return (O) Objects.requireNonNull(withoutDamageListener).apply(options);
    }
}
