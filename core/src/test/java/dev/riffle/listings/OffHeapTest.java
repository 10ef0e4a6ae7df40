package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class OffHeapTest {

    @Test
    void run() {
        Printed out = new Printed();
        List<Bytes> payloads = List.of(
                Example.builder().put("name", "cat").put("legs", 4).build().toBytes(),
                Example.builder().put("name", "goat").put("legs", 4).build().toBytes());
        // listing
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("name:string, legs:int64"))
                .offHeap();
        ParsedFeatures batch = parser.parse(payloads);

        ByteBuffer legs = batch.dense("legs").values().data();
        ByteBuffer bytes = batch.dense("name").values().data();
        ByteBuffer offsets = batch.dense("name").values().offsets();

        out.println(legs.isDirect() + ", " + legs.order() + ", " + legs.remaining() + " bytes");
        out.println(bytes.remaining() + " bytes of strings, from " + offsets.getInt(0) + ", " + offsets.getInt(4)
                + " to " + offsets.getInt(8));
        // end
        assertThat(out).hasToString("""
                true, LITTLE_ENDIAN, 16 bytes
                7 bytes of strings, from 0, 3 to 7
                """);
    }
}
