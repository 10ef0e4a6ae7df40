package dev.riffle.arrow.internal.schema;

import dev.riffle.arrow.internal.schema.FeatureColumn.Place;
import dev.riffle.arrow.internal.schema.FeatureColumn.Presence;
import dev.riffle.arrow.internal.schema.FeatureColumn.Steps;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpec.FixedLen;
import dev.riffle.parse.FeatureSpec.FixedLenSequence;
import dev.riffle.parse.FeatureSpec.Missing;
import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.FeatureSpec.Validation;
import dev.riffle.parse.FeatureSpec.VarLen;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Converts specs to columns. */
public final class SpecColumns {

    private SpecColumns() {}

    /**
     * Returns the columns of specs of Examples or OFRecords.
     *
     * @throws IllegalArgumentException if a spec has no column type
     */
    public static ReadColumns of(FeatureSpecs specs) {
        List<FeatureColumn> columns = columns(specs, Place.FEATURES);
        boolean ofRecords = columns.stream()
                .anyMatch(column ->
                        column.type().dtype() == DType.INT32 || column.type().dtype() == DType.FLOAT64);
        return readColumns(
                columns,
                ofRecords ? MessageType.OFRECORD.metadata() : Map.of(),
                ofRecords ? Optional.of(MessageType.OFRECORD) : Optional.empty());
    }

    /**
     * Returns the columns of specs of SequenceExamples: first the context, then the feature lists.
     *
     * @throws IllegalArgumentException if a spec has no column type, or a feature list has the name of a feature
     */
    public static ReadColumns of(SequenceFeatureSpecs specs) {
        List<FeatureColumn> columns = new ArrayList<>(columns(specs.context(), Place.FEATURES));
        columns.addAll(columns(specs.featureLists(), Place.FEATURE_LISTS));
        return readColumns(columns, MessageType.SEQUENCE_EXAMPLE.metadata(), Optional.of(MessageType.SEQUENCE_EXAMPLE));
    }

    private static ReadColumns readColumns(
            List<FeatureColumn> columns, Map<String, String> metadata, Optional<MessageType> message) {
        List<Field> fields = columns.stream().map(FeatureColumn::field).toList();
        List<ReadColumns.Column> features = new ArrayList<>();
        columns.forEach(column -> features.add(new ReadColumns.OfFeature(column)));
        return new ReadColumns(new Schema(fields, metadata), message, features);
    }

    private static List<FeatureColumn> columns(FeatureSpecs specs, Place place) {
        List<FeatureColumn> columns = new ArrayList<>();
        specs.asMap().forEach((name, spec) -> columns.add(spec.accept(new ToColumn(name, place))));
        return columns;
    }

    private record ToColumn(String name, Place place) implements FeatureSpec.Visitor<FeatureColumn> {

        private Field field(DType dtype, int lists, Shape shape, boolean nullable) {
            return ColumnFields.field(name, new ColumnType(dtype, false, lists, shape), nullable);
        }

        private int listsOfSteps() {
            return place == Place.FEATURE_LISTS ? 1 : 0;
        }

        @Override
        public FeatureColumn visitFixedLen(FixedLen spec) {
            return new FeatureColumn(field(spec.dtype(), 0, spec.shape(), false), spec, place, Presence.PARSED);
        }

        @Override
        public FeatureColumn visitFixedLenSequence(FixedLenSequence spec) {
            boolean nullable = spec.missing() == Missing.EMPTY;
            Presence presence = nullable ? Presence.NULLABLE : Presence.REQUIRED;
            FeatureSpec ragged = FeatureSpec.ragged(spec.dtype());
            if (place == Place.FEATURES) {
                return new FeatureColumn(field(spec.dtype(), 1, spec.shape(), nullable), ragged, place, presence);
            }
            ColumnType type = new ColumnType(spec.dtype(), false, 2, Shape.scalar());
            Field field = ColumnFields.stepsField(name, type, spec.shape(), nullable);
            return new FeatureColumn(field, type, ragged, place, presence, spec.shape(), Steps.FIXED);
        }

        @Override
        public FeatureColumn visitVarLen(VarLen spec) {
            Field field = field(spec.dtype(), 1 + listsOfSteps(), Shape.scalar(), true);
            return new FeatureColumn(field, FeatureSpec.ragged(spec.dtype()), place, Presence.NULLABLE);
        }

        @Override
        public FeatureColumn visitSparse(Sparse spec) {
            throw new IllegalArgumentException("column \"" + name
                    + "\": Arrow has no sparse columns; read the features of the indices and of the values as ragged"
                    + " columns");
        }

        /** A row of partitions can exist without values, so such a column is never null. */
        @Override
        public FeatureColumn visitRagged(Ragged spec) {
            boolean plain = spec.partitions().isEmpty();
            int lists = 1 + spec.partitions().size() + listsOfSteps();
            FeatureSpec checked =
                    new Ragged(spec.dtype(), spec.valueKey(), spec.partitions(), DType.INT32, Validation.ON);
            return new FeatureColumn(
                    field(spec.dtype(), lists, Shape.scalar(), plain),
                    checked,
                    place,
                    plain ? Presence.NULLABLE : Presence.PARSED);
        }
    }
}
