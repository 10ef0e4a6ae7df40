package dev.riffle.listings;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DenseTensor;
import java.util.List;

/** Gradient descent in plain Java, whose weights a trainer must reach too. */
final class LinearSteps {

    private LinearSteps() {}

    /** Returns the weights of area and rooms after a step for each batch. The gradient is that of the mean square. */
    static float[] weights(Dataset<ParsedFeatures> training, double rate) {
        double[] weights = new double[2];
        try (DatasetIterator<ParsedFeatures> batches = training.iterator()) {
            while (batches.hasNext()) {
                ParsedFeatures batch = batches.next();
                DenseTensor inputs = batch.matrix(List.of("area", "rooms"));
                double[] gradient = new double[2];
                for (int row = 0; row < batch.size(); row++) {
                    double error = weights[0] * inputs.floatAt(row, 0)
                            + weights[1] * inputs.floatAt(row, 1)
                            - batch.dense("price").floatAt(row);
                    gradient[0] += 2 * error * inputs.floatAt(row, 0) / batch.size();
                    gradient[1] += 2 * error * inputs.floatAt(row, 1) / batch.size();
                }
                weights[0] -= rate * gradient[0];
                weights[1] -= rate * gradient[1];
            }
        }
        return new float[] {(float) weights[0], (float) weights[1]};
    }
}
