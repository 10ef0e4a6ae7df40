package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.interop.TensorFlowPresence;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Session;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.op.Op;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.Stack;
import org.tensorflow.op.core.Variable;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

@ExtendWith(TensorFlowPresence.class)
class TensorFlowTrainingIT {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        Path file = Houses.in(directory);
        // listing
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("area:float32, rooms:int64, price:float32"));
        Dataset<ParsedFeatures> training =
                RecordDataset.files(file).shuffle(256, 42).repeat(25).batch(32, Collator.parsed(parser));

        float[] learned = new float[2];
        try (Graph graph = new Graph()) {
            Ops tf = Ops.create(graph);
            Placeholder<TFloat32> area = tf.placeholder(TFloat32.class);
            Placeholder<TInt64> rooms = tf.placeholder(TInt64.class);
            Placeholder<TFloat32> price = tf.placeholder(TFloat32.class);
            Variable<TFloat32> weights = tf.variable(Shape.of(2, 1), TFloat32.class);

            Operand<TFloat32> inputs = tf.stack(List.of(area, tf.dtypes.cast(rooms, TFloat32.class)), Stack.axis(1L));
            Operand<TFloat32> prediction = tf.squeeze(tf.linalg.matMul(inputs, weights));
            Operand<TFloat32> loss = tf.math.mean(tf.math.square(tf.math.sub(prediction, price)), tf.constant(0));
            Operand<TFloat32> gradient = tf.gradients(loss, List.of(weights)).dy(0);
            Op step = tf.train.applyGradientDescent(weights, tf.constant(0.05f), gradient);
            Op start = tf.assign(weights, tf.zeros(tf.constant(new int[] {2, 1}), TFloat32.class));

            try (Session session = new Session(graph);
                    DatasetIterator<ParsedFeatures> batches = training.iterator()) {
                session.run(start);
                while (batches.hasNext()) {
                    ParsedFeatures batch = batches.next();
                    Shape shape = Shape.of(batch.dense("area").shape().toLongArray());
                    FloatBuffer areaColumn = batch.dense("area").values().asFloatBuffer();
                    LongBuffer roomsColumn = batch.dense("rooms").values().asLongBuffer();
                    FloatBuffer priceColumn = batch.dense("price").values().asFloatBuffer();
                    try (TFloat32 areas = TFloat32.tensorOf(shape, DataBuffers.of(areaColumn));
                            TInt64 roomCounts = TInt64.tensorOf(shape, DataBuffers.of(roomsColumn));
                            TFloat32 prices = TFloat32.tensorOf(shape, DataBuffers.of(priceColumn))) {
                        session.runner()
                                .feed(area, areas)
                                .feed(rooms, roomCounts)
                                .feed(price, prices)
                                .addTarget(step)
                                .run();
                    }
                }
                try (TFloat32 found =
                        (TFloat32) session.runner().fetch(weights).run().get(0)) {
                    learned[0] = found.getFloat(0, 0);
                    learned[1] = found.getFloat(1, 0);
                }
            }
        }
        out.println("weight of area:  " + Math.round(100 * learned[0]) / 100.0);
        out.println("weight of rooms: " + Math.round(100 * learned[1]) / 100.0);
        // end
        assertThat(out).hasToString("""
                weight of area:  2.0
                weight of rooms: 0.5
                """);
        assertThat(learned).containsExactly(LinearSteps.weights(training, 0.05), within(1e-4f));
    }
}
