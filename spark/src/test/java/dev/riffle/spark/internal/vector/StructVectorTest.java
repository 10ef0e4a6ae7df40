package dev.riffle.spark.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** Tests the null rows of structs. */
class StructVectorTest {

    private static OnHeapColumnVector longs(Long... values) {
        OnHeapColumnVector column = new OnHeapColumnVector(values.length, DataTypes.LongType);
        for (int row = 0; row < values.length; row++) {
            if (values[row] == null) {
                column.putNull(row);
            } else {
                column.putLong(row, values[row]);
            }
        }
        return column;
    }

    @Test
    void isNullIfAllFieldsAreNull() {
        StructType inner = StructType.fromDDL("c BIGINT");
        StructVector nested = new StructVector(inner, List.of(longs(null, null, 3L, null)));
        StructVector struct = new StructVector(
                new StructType().add("a", "bigint").add("b", inner), List.of(longs(1L, null, null, null), nested));

        struct.rows(4);

        assertThat(struct.numNulls()).isEqualTo(2);
        assertThat(nested.numNulls()).isEqualTo(3);
        assertThat(struct.getStruct(1)).isNull();
        assertThat(struct.getStruct(0).getLong(0)).isEqualTo(1);
        assertThat(struct.getStruct(0).isNullAt(1)).isTrue();
        assertThat(struct.getStruct(2).getStruct(1, 1).getLong(0)).isEqualTo(3);
        struct.rows(1);
        assertThat(struct.hasNull()).isFalse();
        assertThatThrownBy(() -> struct.getLong(0)).hasMessageContaining("read its fields");
    }
}
