package dev.riffle.example;

import dev.riffle.RiffleException;
import dev.riffle.internal.Argument;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a feature, a column or a tensor does not have the requested values. It may be missing, have no kind, or
 * have another kind, type, form or number of values. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class FeatureException extends RiffleException {

    private static final long serialVersionUID = 1L;

    /**
     * The reason why a request failed.
     *
     * @since 0.1
     */
    public enum Reason {
        /** The message has no feature or feature list with this name, or the batch has no column with this name. */
        MISSING,
        /** The feature is present, but has no list of values. */
        KIND_NOT_SET,
        /** The feature has a list of another kind, or the tensor has another type or form. */
        OTHER_KIND,
        /** The feature has another number of values. */
        OTHER_COUNT,
        /**
         * The value has the right kind but is not valid for the request. For example, the bytes are not UTF-8, or the
         * row splits are invalid.
         */
        OTHER_VALUE
    }

    /** The number of names that a message shows. */
    private static final int SHOWN = 10;

    private final Reason reason;
    private final @Nullable String name;

    /**
     * Creates an exception of Riffle's modules.
     *
     * @param name the name of the feature, feature list or column, or null if it has none
     */
    public FeatureException(Reason reason, @Nullable String name, String message) {
        super(Argument.present(message, "message"));
        this.reason = Argument.present(reason, "reason");
        this.name = name;
    }

    /** Returns an exception for a feature. The message begins with its name. */
    static FeatureException of(Reason reason, @Nullable String name, String detail) {
        return new FeatureException(
                reason, name, (name == null ? "feature" : "feature \"" + name + "\"") + ": " + detail);
    }

    /** Returns an exception for a message without a feature of this name. */
    static FeatureException missing(String name, Set<String> present, boolean isInSequence) {
        String remedy = isInSequence ? "; the message is a SequenceExample, use SequenceExample.parse" : "";
        return missing("feature", name, present, remedy);
    }

    /** Returns an exception for a message without a feature list of this name. */
    static FeatureException missingList(String name, Set<String> present) {
        return missing("feature list", name, present, "");
    }

    private static FeatureException missing(String what, String name, Set<String> present, String remedy) {
        StringBuilder detail = new StringBuilder(what + " \"" + name + "\": not found; available: ");
        if (present.isEmpty()) {
            detail.append("none");
        } else {
            int shown = 0;
            for (String other : present) {
                if (shown == SHOWN) {
                    detail.append(", and ").append(present.size() - SHOWN).append(" more");
                    break;
                }
                detail.append(shown++ == 0 ? "\"" : ", \"").append(other).append('"');
            }
        }
        return new FeatureException(Reason.MISSING, name, detail.append(remedy).toString());
    }

    /** Returns the reason of the failure. */
    public Reason reason() {
        return reason;
    }

    /** Returns the name of the feature, feature list or column, or null if it has none. */
    public @Nullable String name() {
        return name;
    }
}
