package dev.riffle.cli.print;

import dev.riffle.parse.PayloadBatch;
import dev.riffle.tensor.Tensor;
import java.util.List;
import java.util.Map;

/** Parses payloads to tensors. Each batch reuses the memory of the previous batch and overwrites its tensors. */
@FunctionalInterface
interface BatchParser {

    /**
     * Holds a group of tensors.
     *
     * @param name the name of the group: features, context, lists or lengths
     */
    record Part(String name, Map<String, ? extends Tensor> tensors) {}

    /**
     * Parses a batch.
     *
     * @throws dev.riffle.parse.ExampleParseException if a record does not fit the specs and no listener receives
     *     rejections
     */
    List<Part> parse(PayloadBatch payloads);
}
