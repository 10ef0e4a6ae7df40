package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.riffle.io.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * Reads arbitrary bytes as JSON. Each reader must return a message or throw the documented exception. Both readers must
 * agree on strict JSON; see {@link JsonAgreement}. Ordinary test runs replay the saved inputs.
 */
class JsonFuzzTest {

    @FuzzTest
    void decodeJson(byte[] json) {
        Example decoded;
        try {
            decoded = Example.decodeJson(Bytes.ofOwned(json));
        } catch (MalformedTextException e) {
            assertThat(e.line()).isPositive();
            return;
        }
        assertThat(Example.decodeJson(Bytes.ofUtf8(decoded.toJson()))).isEqualTo(decoded);
    }

    @FuzzTest
    void parseJson(byte[] json) {
        Bytes text = Bytes.ofOwned(json);
        if (!text.isUtf8()) {
            return;
        }
        Example parsed;
        try {
            parsed = Example.parseJson(new String(json, StandardCharsets.UTF_8));
        } catch (MalformedTextException e) {
            assertThat(e.line()).isPositive();
            return;
        }
        JsonAgreement.check(text.utf8(), parsed);
    }
}
