package dev.riffle.example;

import dev.riffle.RiffleException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a feature does not have the requested value. The feature may be missing, have no kind, have another kind,
 * or have another number of values. Safe for use by several threads.
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
        /** The message has no feature or feature list with this name. */
        MISSING,
        /** The feature is present, but has no list of values. */
        KIND_NOT_SET,
        /** The feature has a list of another kind. */
        OTHER_KIND,
        /** The feature has another number of values. */
        OTHER_COUNT,
        /**
         * The value has the right kind but is not valid for the request, for example because the bytes are not UTF-8.
         */
        OTHER_VALUE
    }

    /** The number of names that a message shows. */
    private static final int SHOWN = 10;

    private final Reason reason;
    private final @Nullable String name;

    FeatureException(Reason reason, @Nullable String name, String detail) {
        this("feature", reason, name, detail);
    }

    private FeatureException(String what, Reason reason, @Nullable String name, String detail) {
        super((name == null ? what : what + " \"" + name + "\"") + ": " + detail);
        this.reason = reason;
        this.name = name;
    }

    /** Returns an exception for a message without a feature of this name. */
    static FeatureException missing(String name, Set<String> present) {
        return missing("feature", name, present);
    }

    /** Returns an exception for a message without a feature list of this name. */
    static FeatureException missingList(String name, Set<String> present) {
        return missing("feature list", name, present);
    }

    private static FeatureException missing(String what, String name, Set<String> present) {
        StringBuilder detail = new StringBuilder("not found; available: ");
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
        return new FeatureException(what, Reason.MISSING, name, detail.toString());
    }

    /** Returns the reason of the failure. */
    public Reason reason() {
        return reason;
    }

    /** Returns the name of the feature or feature list, or null if the feature is not part of a message. */
    public @Nullable String name() {
        return name;
    }
}
