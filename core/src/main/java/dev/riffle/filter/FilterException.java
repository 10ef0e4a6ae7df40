package dev.riffle.filter;

/** A message for which an expression of {@link FeatureFilter} makes no sense, such as one with text where a number is compared. */
public final class FilterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FilterException(String message) {
        super(message);
    }
}
