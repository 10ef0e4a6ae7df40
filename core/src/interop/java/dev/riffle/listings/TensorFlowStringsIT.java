package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.interop.TensorFlowPresence;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DenseTensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.tensorflow.EagerSession;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;

@ExtendWith(TensorFlowPresence.class)
class TensorFlowStringsIT {

    @Test
    void run() {
        Printed out = new Printed();
        List<Bytes> payloads = List.of(
                Example.builder().put("city", "Lyon").build().toBytes(),
                Example.builder().put("city", "Paris").build().toBytes(),
                Example.builder().put("city", "Lyon").build().toBytes());
        // listing
        DenseTensor city = ExampleParser.compile(FeatureSpecs.parse("city:string"))
                .parse(payloads)
                .dense("city");

        try (EagerSession session = EagerSession.create();
                TString cities = TString.tensorOfBytes(
                        Shape.of(city.shape().toLongArray()),
                        DataBuffers.ofObjects(city.values().toByteArrays()))) {
            Ops tf = Ops.create(session);
            TInt64 buckets =
                    tf.strings.toHashBucketFast(tf.constantOf(cities), 100L).asTensor();
            out.println(buckets.getLong(0) + " " + buckets.getLong(1) + " " + buckets.getLong(2));
        }
        // end
        assertThat(out).hasToString("""
                92 50 92
                """);
    }
}
