package dev.riffle.formats;

import dev.riffle.example.Feature;
import java.util.List;

/** What a member of a JSON line holds. */
sealed interface MemberValue {

    /** Values whose kind is that of the column. */
    record Plain(List<Scalar> values) implements MemberValue {}

    /** A feature that says its kind itself. */
    record Tagged(Feature feature) implements MemberValue {}
}
