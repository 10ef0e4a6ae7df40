package dev.riffle.filter;

import dev.riffle.RiffleException;

/**
 * Thrown when a {@link FeatureFilter} cannot evaluate a message, for example because it compares a text with a number.
 * Safe for use by several threads.
 *
 * @since 0.1
 */
public final class FilterException extends RiffleException {

    private static final long serialVersionUID = 1L;

    FilterException(String message) {
        super(message);
    }
}
