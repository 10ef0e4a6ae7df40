package dev.riffle.listings.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.MalformedTextException;
import dev.riffle.io.Bytes;
import dev.riffle.parse.csv.CsvColumn;
import dev.riffle.parse.csv.CsvDecodeException;
import dev.riffle.parse.csv.CsvDecoder;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextCallsTest {

    @Test
    void csv() {
        CsvDecoder decoder =
                CsvDecoder.of(CsvColumn.required(DType.STRING), CsvColumn.int64(4), CsvColumn.float32(0.5f));
        List<Bytes> lines = List.of(Bytes.ofUtf8("goat,,1"));
        List<DenseTensor> columns = decoder.decode(lines);
        assertThat(columns).hasSize(3);
        assertThat(columns.get(1).longAt(0)).isEqualTo(4);
        CsvDecoder other = CsvDecoder.of(CsvColumn.string("none"))
                .delimiter(';')
                .withoutQuoting()
                .naValue("NA")
                .selectColumns(1);
        assertThat(other.decode(Bytes.ofUtf8("goat;NA")).get(0).utf8At()).isEqualTo("none");
        assertThatThrownBy(() -> decoder.decode(Bytes.ofUtf8("goat"))).isInstanceOf(CsvDecodeException.class);
    }

    @Test
    void json() {
        Example example = Example.builder().put("label", 4).build();
        Bytes json = Bytes.ofUtf8(example.toJson());
        assertThat(Example.decodeJson(json)).isEqualTo(example);
        assertThatThrownBy(() -> Example.decodeJson(Bytes.ofUtf8("{"))).isInstanceOf(MalformedTextException.class);
    }

    @Test
    void base64() {
        byte[] bytes = {(byte) 0xff, (byte) 0xfe};
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        assertThat(text).isEqualTo("__4");
        assertThat(Base64.getUrlDecoder().decode(text)).isEqualTo(bytes);
        assertThat(Base64.getUrlDecoder().decode(text + "=")).isEqualTo(bytes);
    }
}
