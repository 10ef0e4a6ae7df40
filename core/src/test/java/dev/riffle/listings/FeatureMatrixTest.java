package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DenseTensor;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureMatrixTest {

    @Test
    void run() {
        Printed out = new Printed();
        List<Bytes> payloads = List.of(house(0.5f, 2, "Lyon"), house(1.5f, 4, "Paris"));
        // listing
        ExampleParser parser =
                ExampleParser.compile(FeatureSpecs.parse("area:float32, rooms:int64, place:float32[2], city:string"));
        ParsedFeatures batch = parser.parse(payloads);

        DenseTensor matrix = batch.matrix(List.of("area", "rooms", "place"));
        long[] shape = matrix.shape().toLongArray();
        float[][] rows = matrix.toFloatRows();
        byte[][] cities = batch.dense("city").values().toByteArrays();

        ByteBuffer memory = ByteBuffer.allocateDirect(1024);
        DenseTensor places = batch.matrix(List.of("place"), memory);

        out.println(matrix);
        out.println(Arrays.toString(shape) + ", " + Arrays.toString(rows[1]) + ", " + cities[1].length + " bytes");
        out.println(places + ", direct: " + places.values().data().isDirect());
        // end
        assertThat(out).hasToString("""
                float32 [2, 4] [[0.5, 2.0, 45.5, 4.5], [1.5, 4.0, 45.5, 4.5]]
                [2, 4], [1.5, 4.0, 45.5, 4.5], 5 bytes
                float32 [2, 2] [[45.5, 4.5], [45.5, 4.5]], direct: true
                """);
    }

    private static Bytes house(float area, int rooms, String city) {
        return Example.builder()
                .put("area", area)
                .put("rooms", rooms)
                .put("place", 45.5f, 4.5f)
                .put("city", city)
                .build()
                .toBytes();
    }
}
