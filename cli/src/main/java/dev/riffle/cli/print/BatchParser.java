package dev.riffle.cli.print;

import dev.riffle.parse.PayloadBatch;
import dev.riffle.tensor.Tensor;
import java.util.List;
import java.util.Map;

/** Makes tensors of payloads. Each batch is parsed into the memory of the one before, whose tensors change. */
@FunctionalInterface
interface BatchParser {

    /**
     * Tensors that belong together.
     *
     * @param name what they are of: features, context, lists or lengths
     */
    record Part(String name, Map<String, ? extends Tensor> tensors) {}

    /**
     * Parses a batch.
     *
     * @throws dev.riffle.parse.ExampleParseException if a record is refused and nobody is told of such records
     */
    List<Part> parse(PayloadBatch payloads);
}
