package dev.riffle.formats;

import dev.riffle.example.Feature;
import java.util.List;

/** The value of a member of a JSON line. */
sealed interface MemberValue {

    /** Values that have the kind of the column. */
    record Plain(List<Scalar> values) implements MemberValue {}

    /** A feature that states its kind. */
    record Tagged(Feature feature) implements MemberValue {}
}
