package dev.riffle.arrow.internal.schema;

import dev.riffle.parse.FeatureSpec;
import dev.riffle.tensor.Shape;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A column that reads one feature or feature list.
 *
 * @param field the field of the schema
 * @param type the type of the field
 * @param spec parses the feature: dense for columns without lists, and ragged for columns with lists
 * @param place the part of the message that has the feature
 * @param presence the effect of a missing feature
 * @param stepShape the shape of the values of each step of a feature list, with {@link Steps#FIXED}
 * @param steps whether all steps of a feature list have the same shape
 */
public record FeatureColumn(
        Field field, ColumnType type, FeatureSpec spec, Place place, Presence presence, Shape stepShape, Steps steps) {

    /** The parts of messages that have features. */
    public enum Place {
        /** The features of an Example, or the context of another message. */
        FEATURES,
        /** The feature lists of a SequenceExample. */
        FEATURE_LISTS
    }

    /** The effects of a missing feature. */
    public enum Presence {
        /** The parser handles a missing feature: by a default, by an error, or by an empty list. */
        PARSED,
        /** A missing feature is null. */
        NULLABLE,
        /** A missing feature is an error. */
        REQUIRED
    }

    /** The rules for the steps of a feature list. */
    public enum Steps {
        /** Each step has any number of values. */
        ANY,
        /** Each step has the number of values of a shape. */
        FIXED
    }

    /** Creates a column without a rule for steps. */
    FeatureColumn(Field field, FeatureSpec spec, Place place, Presence presence) {
        this(field, ColumnType.of(field), spec, place, presence, Shape.scalar(), Steps.ANY);
    }

    /** Returns the name of the column, which is the name of its spec. */
    public String name() {
        return field.getName();
    }
}
