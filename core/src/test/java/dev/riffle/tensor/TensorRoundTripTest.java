package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Serializes and parses tensors of every type and rank. The parser must reject a truncated or changed message, or
 * return a tensor.
 */
class TensorRoundTripTest {

    private static final int MOST_RANK = 8;

    @Test
    void parsesEverySerializedTypeAndRank() {
        RandomTensors tensors = new RandomTensors(new Random(Rounds.seed("tensors")));
        for (DType dtype : TensorProtoTest.SERIALIZED) {
            for (int rank = 0; rank <= MOST_RANK; rank++) {
                for (int i = 0; i < 10; i++) {
                    DenseTensor tensor = tensors.tensor(dtype, rank);
                    Bytes bytes = TensorProto.serialize(tensor);
                    assertThat(TensorProto.parse(bytes, dtype)).isEqualTo(tensor);
                    // Also parses the message inside a larger array, where it does not begin at index 0.
                    Bytes inside = Bytes.ofHex("ff" + bytes.hex() + "ff").slice(1, bytes.size() + 1);
                    assertThat(TensorProto.parse(inside)).isEqualTo(tensor).hasToString(tensor.toString());
                }
            }
        }
    }

    @Test
    void rejectsMessagesCutInsideAField() {
        RandomTensors tensors = new RandomTensors(new Random(Rounds.seed("cut tensors")));
        for (DType dtype : TensorProtoTest.SERIALIZED) {
            Bytes bytes = TensorProto.serialize(tensors.tensor(dtype, 2));
            List<Integer> parsed = new ArrayList<>();
            for (int size = 0; size < bytes.size(); size++) {
                if (TensorCheck.parses(bytes.slice(0, size).toByteArray())) {
                    parsed.add(size);
                }
            }
            // A truncated message is valid only if it ends after a complete field: dtype, shape or a string. The last
            // string then fills the remaining elements.
            assertThat(parsed).as("%s", bytes).isSubsetOf(fieldEnds(bytes));
        }
    }

    private static List<Integer> fieldEnds(Bytes message) {
        List<Integer> ends = new ArrayList<>();
        WireScanner wire = new WireScanner();
        wire.reset(message.toByteArray(), 0, message.size());
        while (!wire.atEnd()) {
            wire.skip(wire.readTag(), 0);
            ends.add(wire.position());
        }
        return ends;
    }

    @Test
    void rejectsOrParsesMessagesWithAnyFlippedBit() {
        RandomTensors tensors = new RandomTensors(new Random(Rounds.seed("tensors with a wrong bit")));
        int parsed = 0;
        for (DType dtype : TensorProtoTest.SERIALIZED) {
            byte[] bytes = TensorProto.serialize(tensors.tensor(dtype, 2)).toByteArray();
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                byte[] wrong = bytes.clone();
                wrong[bit / 8] ^= (byte) (1 << bit % 8);
                parsed += TensorCheck.parses(wrong) ? 1 : 0;
            }
        }
        assertThat(parsed).isPositive();
    }
}
