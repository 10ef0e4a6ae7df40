package dev.riffle.arrow;

import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.internal.Utf8;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * Finds the columns of features in vectors. Fields of structs and the keys and values of maps are columns of their own.
 */
final class ColumnFinder {

    /** States whether lists of lists may be columns. */
    enum FeatureLists {
        ALLOWED,
        REJECTED
    }

    private final LeafTypes types;
    private final FeatureLists featureLists;
    private final Optional<DictionaryProvider> dictionaries;
    private final Map<String, WrittenColumn> columns = new LinkedHashMap<>();

    ColumnFinder(LeafTypes types, FeatureLists featureLists, Optional<DictionaryProvider> dictionaries) {
        this.types = types;
        this.featureLists = featureLists;
        this.dictionaries = dictionaries;
    }

    /** Returns the columns so far, in the order of their discovery. */
    List<WrittenColumn> columns() {
        return List.copyOf(columns.values());
    }

    /**
     * Adds the columns of a vector.
     *
     * @throws ArrowColumnException if records cannot hold the type, or another column has the same name
     */
    void add(FieldVector vector) {
        if (!RecordMetadata.isPlace(vector.getField())) {
            add(name("", vector), vector, List.of());
        }
    }

    /** Returns the name of a column, or of a field of a struct. */
    private static String name(String prefix, FieldVector vector) {
        @Nullable String name = vector.getField().getName();
        if (name == null) {
            throw ArrowColumnException.ofValue("a column or a field of a struct has no name; name all columns");
        }
        return prefix + name;
    }

    private void add(String name, FieldVector vector, List<FieldVector> structs) {
        FieldVector stored = storage(vector);
        if (stored instanceof NullVector) {
            return;
        }
        if (stored instanceof StructVector struct) {
            List<FieldVector> around = new ArrayList<>(structs);
            around.add(struct);
            for (FieldVector field : struct.getChildrenFromFields()) {
                String full = name(name + ".", field);
                checkRows(full, field, struct);
                add(full, field, around);
            }
        } else if (stored instanceof MapVector map) {
            ListRanges entries = new ListRanges.OfList(map);
            FieldVector entry = entries.elements();
            List<FieldVector> parts = entry.getChildrenFromFields();
            if (parts.size() != 2) {
                throw ArrowColumnException.ofColumn(
                        name,
                        "the entries of a map have " + parts.size() + " parts, not a key and a value; write the"
                                + " data again");
            }
            put(part(name + ".key", parts.get(0), structs, entries));
            put(part(name + ".value", parts.get(1), structs, entries));
        } else {
            put(column(name, vector, structs));
        }
    }

    /** Checks the length of a field, because Arrow's readers do not check the lengths of a file. */
    static void checkRows(String name, FieldVector field, FieldVector struct) {
        if (field.getValueCount() < struct.getValueCount() && !(field instanceof NullVector)) {
            throw ArrowColumnException.ofColumn(
                    name,
                    "it has " + field.getValueCount() + " rows, but its struct has " + struct.getValueCount()
                            + "; write the data again");
        }
    }

    private WrittenColumn column(String name, FieldVector vector, List<FieldVector> structs) {
        List<ListRanges> lists = new ArrayList<>();
        FieldVector inner = storage(vector);
        for (ListRanges list = ListRanges.of(inner); list != null; list = ListRanges.of(inner)) {
            lists.add(list);
            inner = storage(list.elements());
        }
        int outer = Math.min(1, lists.size());
        if (lists.size() > 1 && !lists.get(1).isFixedSize() && featureLists == FeatureLists.ALLOWED) {
            outer = 2;
        }
        List<ListRanges> fixed = lists.subList(outer, lists.size());
        if (!fixed.stream().allMatch(ListRanges::isFixedSize)) {
            throw listOfLists(name, vector);
        }
        return new WrittenColumn(
                name,
                structs,
                List.copyOf(lists.subList(0, outer)),
                new ElementValues(List.copyOf(fixed), leaf(name, inner), types.memory()));
    }

    /** Returns the keys or the values of maps. */
    private WrittenColumn part(String name, FieldVector vector, List<FieldVector> structs, ListRanges entries) {
        checkRows(name, vector, entries.elements());
        WrittenColumn part = column(name, vector, structs);
        List<ListRanges> fixed = new ArrayList<>(part.lists());
        fixed.addAll(part.elements().fixed());
        if (!fixed.stream().allMatch(ListRanges::isFixedSize)) {
            throw listOfLists(name, vector);
        }
        return new WrittenColumn(
                name,
                structs,
                List.of(entries),
                new ElementValues(fixed, part.elements().leaf(), types.memory()));
    }

    private ArrowColumnException listOfLists(String name, FieldVector vector) {
        return ArrowColumnException.ofColumn(
                name,
                "a feature cannot have the type " + text(vector.getField()) + ", because it has one list of values;"
                        + (featureLists == FeatureLists.ALLOWED
                                ? " a feature list has lists of lists, and no deeper ones; flatten the lists"
                                : " flatten the lists, or set the schema's metadata " + RecordMetadata.MESSAGE + " to "
                                        + RecordMetadata.SEQUENCE_EXAMPLE + " to write feature lists"));
    }

    private LeafValues leaf(String name, FieldVector vector) {
        Field field = vector.getField();
        DictionaryEncoding encoding = field.getDictionary();
        if (encoding == null) {
            checkNotNested(name, vector);
            return types.values(name, field, vector, Slots.of(vector));
        }
        Dictionary dictionary =
                dictionaries.map(provider -> provider.lookup(encoding.getId())).orElse(null);
        if (dictionary == null || !(vector instanceof BaseIntVector indices)) {
            throw ArrowColumnException.ofColumn(
                    name,
                    "the dictionary " + encoding.getId()
                            + " is missing; pass the dictionaries of the vectors, or decode the column");
        }
        FieldVector values = storage(dictionary.getVector());
        if (!values.getChildrenFromFields().isEmpty() || values.getField().getDictionary() != null) {
            throw ArrowColumnException.ofColumn(
                    name, "its dictionary has the type " + text(values.getField()) + "; decode the column");
        }
        return types.values(name, field, values, Slots.of(values, indices));
    }

    private static void checkNotNested(String name, FieldVector vector) {
        if (vector instanceof StructVector) {
            throw ArrowColumnException.ofColumn(
                    name,
                    "a feature cannot be a list of structs; write each field of the struct as a list of its own, or"
                            + " name the column " + RecordMetadata.EXAMPLES_COLUMN + " and set the schema's metadata "
                            + RecordMetadata.MESSAGE + " to " + RecordMetadata.EXAMPLE_LIST_WITH_CONTEXT);
        }
    }

    /** Returns the vector of an extension type's storage, or the vector itself. */
    private static FieldVector storage(FieldVector vector) {
        if (vector instanceof ExtensionTypeVector<?> extension) {
            ValueVector inner = extension.getUnderlyingVector();
            if (inner instanceof FieldVector field) {
                return field;
            }
        }
        return vector;
    }

    static String text(Field field) {
        return field.getChildren().isEmpty()
                ? field.getType().toString()
                : field.getType()
                        + field.getChildren().stream()
                                .map(ColumnFinder::text)
                                .toList()
                                .toString();
    }

    private void put(WrittenColumn column) {
        try {
            Utf8.encode(column.name());
        } catch (IllegalArgumentException e) {
            throw ArrowColumnException.ofColumn(column.name(), "the name is not valid text; rename the column");
        }
        if (columns.put(column.name(), column) != null) {
            throw ArrowColumnException.ofColumn(
                    column.name(),
                    "two columns give the feature \"" + column.name()
                            + "\", because fields of structs and parts of maps are features; rename one of them");
        }
    }
}
