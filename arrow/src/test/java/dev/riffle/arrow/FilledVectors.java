package dev.riffle.arrow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Fills vectors with Java values: numbers, texts, byte arrays, lists, and maps for structs. */
final class FilledVectors {

    static final ArrowType INT64 = new ArrowType.Int(64, true);
    static final ArrowType INT32 = new ArrowType.Int(32, true);
    static final ArrowType UINT8 = new ArrowType.Int(8, false);
    static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    static final ArrowType DOUBLE = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    static final ArrowType UTF8 = ArrowType.Utf8.INSTANCE;
    static final ArrowType BINARY = ArrowType.Binary.INSTANCE;
    static final ArrowType LIST = ArrowType.List.INSTANCE;
    static final ArrowType STRUCT = ArrowType.Struct.INSTANCE;

    private FilledVectors() {}

    static Field field(String name, ArrowType type, Field... children) {
        return new Field(name, FieldType.nullable(type), List.of(children));
    }

    static Field list(String name, ArrowType element) {
        return field(name, LIST, field("item", element));
    }

    static Field fixed(String name, int size, Field element) {
        return field(name, new ArrowType.FixedSizeList(size), element);
    }

    /** Returns vectors with these rows. Each row has a value for each field, in order. */
    static VectorSchemaRoot of(BufferAllocator allocator, Schema schema, List<List<@Nullable Object>> rows) {
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        fill(root, rows);
        return root;
    }

    /** Replaces the rows of vectors. */
    static void fill(VectorSchemaRoot root, List<List<@Nullable Object>> rows) {
        root.clear();
        for (int row = 0; row < rows.size(); row++) {
            for (int column = 0; column < root.getFieldVectors().size(); column++) {
                set(root.getVector(column), row, rows.get(row).get(column));
            }
        }
        root.setRowCount(rows.size());
    }

    private static void set(FieldVector vector, int index, @Nullable Object value) {
        // Fixed-size lists without values never have a capacity, nor do structs with such fields.
        for (int i = 0; i < 3 && vector.getValueCapacity() <= index; i++) {
            vector.reAlloc();
        }
        if (value == null) {
            vector.setNull(index);
        } else if (vector instanceof StructVector struct) {
            struct.setIndexDefined(index);
            struct.getChildrenFromFields()
                    .forEach(child -> set(child, index, ((Map<?, ?>) value).get(child.getName())));
        } else if (value instanceof List<?> values) {
            setList(vector, index, values);
        } else {
            setLeaf(vector, index, value);
        }
    }

    private static void setList(FieldVector vector, int index, List<?> values) {
        int start = 0;
        if (vector instanceof FixedSizeListVector fixed) {
            start = fixed.startNewValue(index);
        } else if (vector instanceof ListVector list) {
            start = list.startNewValue(index);
        } else if (vector instanceof LargeListVector list) {
            start = (int) list.startNewValue(index);
        } else if (vector instanceof ListViewVector list) {
            start = list.startNewValue(index);
        } else if (vector instanceof LargeListViewVector list) {
            start = list.startNewValue(index);
        }
        FieldVector elements = vector.getChildrenFromFields().get(0);
        for (int i = 0; i < values.size(); i++) {
            set(elements, start + i, values.get(i));
        }
        if (vector instanceof ListVector list) {
            list.endValue(index, values.size());
        } else if (vector instanceof LargeListVector list) {
            list.endValue(index, values.size());
        } else if (vector instanceof ListViewVector list) {
            list.endValue(index, values.size());
        } else if (vector instanceof LargeListViewVector list) {
            list.endValue(index, values.size());
        }
    }

    private static void setLeaf(FieldVector vector, int index, Object value) {
        if (vector instanceof BigIntVector longs) {
            longs.setSafe(index, ((Number) value).longValue());
        } else if (vector instanceof IntVector ints) {
            ints.setSafe(index, ((Number) value).intValue());
        } else if (vector instanceof UInt1Vector ints) {
            ints.setSafe(index, ((Number) value).intValue());
        } else if (vector instanceof Float4Vector floats) {
            floats.setSafe(index, ((Number) value).floatValue());
        } else if (vector instanceof Float8Vector doubles) {
            doubles.setSafe(index, ((Number) value).doubleValue());
        } else if (vector instanceof VarCharVector texts) {
            texts.setSafe(index, ((String) value).getBytes(UTF_8));
        } else if (vector instanceof VarBinaryVector bytes) {
            bytes.setSafe(index, (byte[]) value);
        } else {
            throw new IllegalArgumentException("no rule for " + vector.getField());
        }
    }
}
