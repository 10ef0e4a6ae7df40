package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.MalformedTensorException.Reason;
import java.util.HexFormat;
import java.util.Optional;

/** Holds our parser against the plain one. */
final class TensorCheck {

    private TensorCheck() {}

    /** Whether both parsed; fails unless they made equal tensors or both refused. */
    static boolean parses(byte[] message) {
        DenseTensor found;
        try {
            found = TensorProto.parse(Bytes.copyOf(message));
        } catch (MalformedTensorException e) {
            if (!isStricterThanJava(e) && e.reason() != Reason.OVER_LIMIT) {
                assertThat(PlainTensor.parse(message))
                        .as(() -> "refused " + HexFormat.of().formatHex(message) + ": " + e.getMessage())
                        .isEmpty();
            }
            return false;
        }
        if (found.values().size() < 1 << 25) {
            assertThat(Optional.of(found))
                    .as(() -> HexFormat.of().formatHex(message))
                    .isEqualTo(PlainTensor.parse(message));
        }
        return true;
    }

    /** Where protobuf-java is laxer than C++: high bits of tags and lengths, the tenth byte of a varint, packed varints that are cut. */
    private static boolean isStricterThanJava(MalformedTensorException e) {
        return e.detail().startsWith("tag of more than")
                || e.detail().startsWith("length of more than")
                || e.detail().endsWith("more than ten bytes")
                || e.detail().startsWith("packed ");
    }
}
