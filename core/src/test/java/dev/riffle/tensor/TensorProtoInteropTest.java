package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.riffle.Rounds;
import dev.riffle.example.OddWires;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the tensors of random messages with the results of protobuf-java and {@link PlainTensor}. */
class TensorProtoInteropTest {

    private static final int ROUNDS = Rounds.count(20_000);

    @Test
    void parsesRandomMessages() {
        RandomTensors tensors = new RandomTensors(new Random(Rounds.seed("random tensors")));
        int parsed = 0;
        for (int i = 0; i < ROUNDS; i++) {
            parsed += TensorCheck.parses(tensors.message()) ? 1 : 0;
        }
        assertThat(parsed).isBetween(ROUNDS / 2, ROUNDS - ROUNDS / 200);
    }

    @Test
    void parsesOrRejectsDamagedMessages() {
        Random random = new Random(Rounds.seed("damaged tensors"));
        RandomTensors tensors = new RandomTensors(random);
        OddWires damage = new OddWires(random);
        int parsed = 0;
        for (int i = 0; i < ROUNDS; i++) {
            parsed += TensorCheck.parses(damage.damaged(tensors.message())) ? 1 : 0;
        }
        assertThat(parsed).isBetween(ROUNDS / 20, ROUNDS - ROUNDS / 20);
    }

    @Test
    void protobufReadsWhatWeWrite() throws InvalidProtocolBufferException {
        RandomTensors tensors = new RandomTensors(new Random(Rounds.seed("serialized tensors")));
        for (int i = 0; i < 500; i++) {
            DType dtype = TensorProtoTest.SERIALIZED.get(i % TensorProtoTest.SERIALIZED.size());
            DenseTensor tensor = tensors.tensor(dtype, i % 9);
            byte[] bytes = TensorProto.serialize(tensor).toByteArray();

            assertThat(PlainTensor.parse(bytes)).contains(tensor);
            assertThat(dev.riffle.oracle.tensorflow.TensorProto.parseFrom(bytes).toByteArray())
                    .isEqualTo(bytes);
        }
    }
}
