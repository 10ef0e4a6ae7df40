package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlainMapTest {

    @Test
    void run() {
        Printed out = new Printed();
        Example example = Observation.random(new Random(42)).toExample();
        // listing
        Map<String, List<Object>> plain = example.toMap();
        out.println(plain);

        Map<String, Object> arrays = new LinkedHashMap<>();
        for (Map.Entry<String, Feature> entry : example.features().entrySet()) {
            Feature feature = entry.getValue();
            Object array = switch (feature.kind()) {
                case INT64 -> feature.longs();
                case FLOAT -> feature.floats();
                case BYTES -> feature.strings();
                case NOT_SET, DOUBLE, INT32 -> feature.values();
            };
            arrays.put(entry.getKey(), array);
        }
        out.println(((long[]) arrays.get("feature1"))[0]);
        out.println(arrays.get("feature2"));
        // end
        assertThat(out).hasToString("""
                {feature0=[1], feature1=[3], feature2=[5 bytes [686f727365]], feature3=[1.1027445]}
                3
                [horse]
                """);
    }
}
