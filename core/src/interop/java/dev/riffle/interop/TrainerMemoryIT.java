package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.tensor.Values;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/** Checks which trainers share the memory of a batch, so that a refill of the batch changes their tensors. */
@ExtendWith(TensorFlowPresence.class)
class TrainerMemoryIT {

    private static final ExampleParser HEAP = ExampleParser.compile(FeatureSpecs.parse("score:float32, user:int64"));
    private static final ExampleParser DIRECT = HEAP.offHeap();

    private static PayloadBatch payloads(int user) {
        return PayloadBatch.of(List.of(row(user), row(user + 1)));
    }

    private static Bytes row(int user) {
        return Example.builder()
                .put("user", user)
                .put("score", user + 0.5f)
                .build()
                .toBytes();
    }

    private static ParsedFeatures filled(ExampleParser parser) {
        return parser.parse(payloads(1), parser.newBatch());
    }

    private static void refill(ExampleParser parser, ParsedFeatures batch) {
        parser.parse(payloads(7), batch);
    }

    private static Values values(ParsedFeatures batch, String column) {
        return batch.dense(column).values();
    }

    @Test
    void tensorFlowCopiesEachColumn() {
        for (ExampleParser parser : List.of(HEAP, DIRECT)) {
            ParsedFeatures batch = filled(parser);
            org.tensorflow.ndarray.Shape shape = org.tensorflow.ndarray.Shape.of(2);
            try (TFloat32 score = TFloat32.tensorOf(
                            shape, DataBuffers.of(values(batch, "score").asFloatBuffer()));
                    TInt64 user = TInt64.tensorOf(
                            shape, DataBuffers.of(values(batch, "user").asLongBuffer()))) {
                refill(parser, batch);

                assertThat(List.of(score.getFloat(0), score.getFloat(1))).containsExactly(1.5f, 2.5f);
                assertThat(List.of(user.getLong(0), user.getLong(1))).containsExactly(1L, 2L);
            }
        }
    }

    @Test
    void djlSharesDirectMemory() {
        ParsedFeatures batch = filled(DIRECT);
        try (NDManager manager = NDManager.newBaseManager("PyTorch")) {
            NDArray score = manager.create(values(batch, "score").data(), new Shape(2), DataType.FLOAT32);
            NDArray user = manager.create(values(batch, "user").data(), new Shape(2), DataType.INT64);
            assertThat(score.toFloatArray()).containsExactly(1.5f, 2.5f);
            assertThat(user.toLongArray()).containsExactly(1, 2);

            refill(DIRECT, batch);

            assertThat(score.toFloatArray()).containsExactly(7.5f, 8.5f);
            assertThat(user.toLongArray()).containsExactly(7, 8);
        }
    }

    @Test
    void djlCopiesMemoryOnTheHeap() {
        ParsedFeatures batch = filled(HEAP);
        try (NDManager manager = NDManager.newBaseManager("PyTorch")) {
            NDArray score = manager.create(values(batch, "score").data(), new Shape(2), DataType.FLOAT32);
            NDArray user = manager.create(values(batch, "user").data(), new Shape(2), DataType.INT64);

            refill(HEAP, batch);

            assertThat(score.toFloatArray()).containsExactly(1.5f, 2.5f);
            assertThat(user.toLongArray()).containsExactly(1, 2);
        }
    }

    @Test
    void onnxRuntimeSharesDirectMemory() throws OrtException {
        OrtEnvironment onnx = OrtEnvironment.getEnvironment();
        ParsedFeatures batch = filled(DIRECT);
        try (OnnxTensor score =
                        OnnxTensor.createTensor(onnx, values(batch, "score").asFloatBuffer(), new long[] {2});
                OnnxTensor user =
                        OnnxTensor.createTensor(onnx, values(batch, "user").asLongBuffer(), new long[] {2})) {
            assertThat((float[]) score.getValue()).containsExactly(1.5f, 2.5f);
            assertThat((long[]) user.getValue()).containsExactly(1, 2);

            refill(DIRECT, batch);

            assertThat((float[]) score.getValue()).containsExactly(7.5f, 8.5f);
            assertThat((long[]) user.getValue()).containsExactly(7, 8);
        }
    }

    @Test
    void onnxRuntimeCopiesMemoryOnTheHeap() throws OrtException {
        OrtEnvironment onnx = OrtEnvironment.getEnvironment();
        ParsedFeatures batch = filled(HEAP);
        try (OnnxTensor score =
                        OnnxTensor.createTensor(onnx, values(batch, "score").asFloatBuffer(), new long[] {2});
                OnnxTensor user =
                        OnnxTensor.createTensor(onnx, values(batch, "user").asLongBuffer(), new long[] {2})) {
            refill(HEAP, batch);

            assertThat((float[]) score.getValue()).containsExactly(1.5f, 2.5f);
            assertThat((long[]) user.getValue()).containsExactly(1, 2);
        }
    }
}
