package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import org.junit.jupiter.api.Test;

class JsonPayloadTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        Bytes payload = Bytes.ofUtf8("{features: {feature: {'age': {int64_list: {value: 29}}, }}}");

        Example example = Example.decodeJson(payload);

        out.println(example.toJson());
        // end
        assertThat(out).hasToString("""
                {"features":{"feature":{"age":{"int64List":{"value":["29"]}}}}}
                """);
    }
}
