package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SchemaFingerprintTest {

    /** Compares the fingerprint with the output of {@code printf 'a bytes_list\nb int64_list\n' | sha256sum}. */
    @Test
    void isTheDigestOfSortedLines() {
        assertThat(SchemaFingerprint.of(new TreeMap<>(Map.of("b", Kind.INT64, "a", Kind.BYTES))))
                .isEqualTo("riffle-1:67f44dea40f4f392");
        assertThat(SchemaFingerprint.of(Map.of("a\\b\nc", Kind.FLOAT))).isEqualTo("riffle-1:7ed7cc613d08eb96");
        assertThat(SchemaFingerprint.of(Map.of())).isEqualTo("riffle-1:e3b0c44298fc1c14");
    }

    @Test
    void ignoresFeaturesWithoutAKind() {
        assertThat(SchemaFingerprint.of(Map.of("a", Kind.NOT_SET))).isEqualTo(SchemaFingerprint.of(Map.of()));
    }

    @Test
    void dependsOnNamesKindsAndNumberOfFeatures() {
        String one = SchemaFingerprint.of(Map.of("a", Kind.INT64));
        assertThat(SchemaFingerprint.of(Map.of("a", Kind.INT32))).isNotEqualTo(one);
        assertThat(SchemaFingerprint.of(Map.of("b", Kind.INT64))).isNotEqualTo(one);
        assertThat(SchemaFingerprint.of(Map.of("a", Kind.INT64, "b", Kind.INT64)))
                .isNotEqualTo(one);
        assertThat(SchemaFingerprint.of(Map.of("a int64_list\nb", Kind.INT64)))
                .isNotEqualTo(SchemaFingerprint.of(Map.of("a", Kind.INT64, "b", Kind.INT64)));
    }
}
