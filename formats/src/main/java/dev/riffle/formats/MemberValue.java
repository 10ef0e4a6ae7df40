package dev.riffle.formats;

import dev.riffle.example.Feature;
import java.util.List;

/** The value of a member of a JSON line. */
sealed interface MemberValue {

    /** Holds values that have the kind of the column. */
    record Plain(List<Scalar> values) implements MemberValue {}

    /** Holds a feature that states its kind. */
    record Tagged(Feature feature) implements MemberValue {}
}
