package dev.riffle.example;

import java.util.Set;

/** Creates exceptions for missing names. */
final class Names {

    private static final int SHOWN = 10;

    private Names() {}

    static FeatureException missing(String name, Set<String> present) {
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
        return new FeatureException(FeatureException.Reason.MISSING, name, detail.toString());
    }
}
