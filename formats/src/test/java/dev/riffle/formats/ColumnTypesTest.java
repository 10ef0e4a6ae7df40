package dev.riffle.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.example.Kind;
import dev.riffle.example.MalformedTextException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColumnTypesTest {

    @Test
    void readsItsTextForm() {
        ColumnTypes types = ColumnTypes.parse("a:int64,b c:float,d\\,e\\:\\\\:bytes,x:y:double,z:int32");
        assertThat(types.kinds())
                .containsExactly(
                        Map.entry("a", Kind.INT64),
                        Map.entry("b c", Kind.FLOAT),
                        Map.entry("d,e:\\", Kind.BYTES),
                        Map.entry("x:y", Kind.DOUBLE),
                        Map.entry("z", Kind.INT32));
        assertThat(ColumnTypes.parse(types.toString())).isEqualTo(types).hasSameHashCodeAs(types);
    }

    @Test
    void rejectsMalformedTypes() {
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> ColumnTypes.parse("a"))
                .withMessageContaining("NAME:KIND");
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> ColumnTypes.parse("a:int"))
                .withMessage("expected the type bytes, float, int64, double or int32, found \"int\"");
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> ColumnTypes.parse("a:int64,a:float"))
                .withMessageContaining("expected one type for each column");
    }

    @Test
    void omitsColumnsWithoutValues() {
        assertThat(ColumnTypes.of(Map.of("a", Kind.NOT_SET))).hasToString("");
    }
}
