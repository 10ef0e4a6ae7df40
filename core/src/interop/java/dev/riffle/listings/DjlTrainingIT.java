package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Parameter;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.initializer.Initializer;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.interop.TensorFlowPresence;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DenseTensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(TensorFlowPresence.class)
class DjlTrainingIT {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        Path file = Houses.in(directory);
        // listing
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("area:float32, rooms:int64, price:float32"))
                .offHeap();
        Dataset<ParsedFeatures> training =
                RecordDataset.files(file).shuffle(256, 42).repeat(25).batch(32, Collator.parsed(parser));
        ByteBuffer memory = ByteBuffer.allocateDirect(32 * 2 * Float.BYTES);

        float[] learned;
        Linear linear = Linear.builder().setUnits(1).optBias(false).build();
        Loss loss = Loss.l2Loss();
        DefaultTrainingConfig config = new DefaultTrainingConfig(loss)
                .optInitializer(Initializer.ZEROS, Parameter.Type.WEIGHT)
                .optOptimizer(Optimizer.sgd()
                        .setLearningRateTracker(Tracker.fixed(0.1f))
                        .build());
        try (Model model = Model.newInstance("prices", "PyTorch")) {
            model.setBlock(linear);
            try (Trainer trainer = model.newTrainer(config);
                    DatasetIterator<ParsedFeatures> batches = training.iterator()) {
                trainer.initialize(new Shape(32, 2));
                while (batches.hasNext()) {
                    ParsedFeatures batch = batches.next();
                    DenseTensor matrix = batch.matrix(List.of("area", "rooms"), memory);
                    DenseTensor price = batch.dense("price");
                    try (NDManager manager = trainer.getManager().newSubManager();
                            GradientCollector gradients = trainer.newGradientCollector()) {
                        NDArray inputs = manager.create(
                                matrix.values().data(), new Shape(matrix.shape().toLongArray()), DataType.FLOAT32);
                        NDArray prices =
                                manager.create(price.values().data(), new Shape(batch.size(), 1), DataType.FLOAT32);
                        NDList predictions = trainer.forward(new NDList(inputs));
                        gradients.backward(loss.evaluate(new NDList(prices), predictions));
                    }
                    trainer.step();
                }
                learned = linear.getParameters().valueAt(0).getArray().toFloatArray();
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
