package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.MalformedTensorException.Reason;
import java.util.HexFormat;
import java.util.Optional;

/** Compares Riffle's parser with {@link PlainTensor}. */
final class TensorCheck {

    private TensorCheck() {}

    /** Returns whether both parsers accept the message. Fails unless they return equal tensors or both reject it. */
    static boolean parses(byte[] message) {
        DenseTensor found;
        try {
            found = TensorProto.parse(Bytes.copyOf(message));
        } catch (MalformedTensorException e) {
            if (!isStricterThanJava(e) && e.reason() != Reason.OVER_LIMIT) {
                assertThat(PlainTensor.parse(message))
                        .as(() -> "rejected " + HexFormat.of().formatHex(message) + ": " + e.getMessage())
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

    /**
     * Returns whether only protobuf-java accepts the bytes, while C++ rejects them. protobuf-java accepts too large
     * tags and lengths, varints of more than ten bytes, and incomplete packed varints.
     */
    private static boolean isStricterThanJava(MalformedTensorException e) {
        return e.detail().startsWith("tag of more than")
                || e.detail().startsWith("length of more than")
                || e.detail().endsWith("more than ten bytes")
                || e.detail().startsWith("packed ");
    }
}
