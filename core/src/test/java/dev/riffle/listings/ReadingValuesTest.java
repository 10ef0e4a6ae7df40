package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadingValuesTest {

    @Test
    void run() {
        Printed out = new Printed();
        List<Bytes> payloads = List.of(
                Example.builder()
                        .put("image", 1f, 2f, 3f, 4f)
                        .put("name", "cat")
                        .build()
                        .toBytes(),
                Example.builder()
                        .put("image", 5f, 6f, 7f, 8f)
                        .put("name", "goat")
                        .build()
                        .toBytes());
        // listing
        ParsedFeatures batch = ExampleParser.compile(FeatureSpecs.parse("image:float32[2,2], name:string"))
                .parse(payloads);
        DenseTensor image = batch.dense("image");
        Values names = batch.dense("name").values();

        float one = image.floatAt(1, 0, 1);
        float[] copy = image.values().toFloats();
        float[] secondRow = image.values().slice(4, 8).toFloats();
        FloatBuffer inPlace = image.values().asFloatBuffer();
        String text = names.utf8At(0);
        Bytes bytes = names.bytesAt(1);
        ByteBuffer view = names.viewAt(1);

        out.println(image);
        out.println(one + " of " + copy.length + ", " + secondRow[1] + ", " + inPlace.get(5));
        out.println(text + ", " + bytes.size() + " bytes, " + view.remaining() + " bytes");
        // end
        assertThat(out).hasToString("""
                float32 [2, 2, 2] [[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]
                6.0 of 8, 6.0, 6.0
                cat, 4 bytes, 4 bytes
                """);
    }
}
