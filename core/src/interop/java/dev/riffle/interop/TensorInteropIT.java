package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.riffle.example.OddWires;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.MalformedTensorException;
import dev.riffle.tensor.RandomTensors;
import dev.riffle.tensor.RawDecoder;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Checks that Riffle's and TensorFlow's operations return equal tensors for the same bytes, or both reject them. */
@ExtendWith(TensorFlowPresence.class)
class TensorInteropIT {

    private static final int ROUNDS = 5 * ParseVerdicts.ROUNDS;

    /** The number of operations after which the test releases their memory. */
    private static final int SESSION_ROUNDS = 200;

    /**
     * The maximum number of elements of a result. TensorFlow-Java can release the memory of larger results while a
     * caller reads them.
     */
    private static final int MOST_ELEMENTS = 1 << 20;

    private static final Set<DType> SERIALIZED = EnumSet.of(
            DType.FLOAT32,
            DType.FLOAT64,
            DType.INT32,
            DType.UINT8,
            DType.INT16,
            DType.INT8,
            DType.STRING,
            DType.COMPLEX64,
            DType.INT64,
            DType.BOOL,
            DType.BFLOAT16,
            DType.UINT16,
            DType.COMPLEX128,
            DType.FLOAT16,
            DType.UINT32,
            DType.UINT64);

    private int agreed;
    private int rejected;

    @Test
    void bothSerializeTheSameBytes() {
        RandomTensors tensors = new RandomTensors(ParseVerdicts.random("TensorInteropIT tensors"));
        try (TensorFlowTensors tensorFlow = new TensorFlowTensors()) {
            for (DType dtype : SERIALIZED) {
                for (int rank = 0; rank <= 8; rank++) {
                    Bytes bytes = TensorProto.serialize(tensors.tensor(dtype, rank));
                    assertThat(tensorFlow.rewritten(bytes.toByteArray(), dtype)).isEqualTo(bytes);
                }
            }
        }
    }

    @Test
    void bothParseRandomMessages() {
        RandomTensors tensors = new RandomTensors(ParseVerdicts.random("TensorInteropIT messages"));
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            messages.add(tensors.message());
        }
        parse(messages);
    }

    @Test
    void bothParseOrRejectDamagedMessages() {
        Random random = ParseVerdicts.random("TensorInteropIT damaged messages");
        RandomTensors tensors = new RandomTensors(random);
        OddWires damage = new OddWires(random);
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            messages.add(damage.damaged(tensors.message()));
        }
        parse(messages);
    }

    private void parse(List<byte[]> messages) {
        for (int from = 0; from < messages.size(); from += SESSION_ROUNDS) {
            try (TensorFlowTensors tensorFlow = new TensorFlowTensors()) {
                messages.subList(from, Math.min(messages.size(), from + SESSION_ROUNDS))
                        .forEach(message -> parse(tensorFlow, message));
            }
        }
        assertThat(agreed).as("both parsed; both rejected %s", rejected).isGreaterThan(messages.size() / 20);
        assertThat(rejected).as("both rejected; both parsed %s", agreed).isGreaterThan(messages.size() / 100);
    }

    private void parse(TensorFlowTensors tensorFlow, byte[] message) {
        DType dtype;
        Bytes found;
        try {
            DenseTensor tensor = TensorProto.parse(Bytes.ofOwned(message));
            dtype = tensor.dtype();
            if (tensor.values().size() > MOST_ELEMENTS) {
                return;
            }
            found = SERIALIZED.contains(dtype) ? TensorProto.serialize(tensor) : Bytes.empty();
        } catch (MalformedTensorException e) {
            reject(tensorFlow, message, e);
            return;
        }
        if (!TensorFlowTensors.knows(dtype)) {
            return;
        }
        Bytes expected;
        try {
            if (SERIALIZED.contains(dtype)) {
                expected = tensorFlow.rewritten(message, dtype);
            } else {
                tensorFlow.parse(message, dtype);
                expected = Bytes.empty();
            }
        } catch (RuntimeException e) {
            fail("TensorFlow rejects " + hex(message) + ": " + e.getMessage());
            return;
        }
        assertThat(found).as(hex(message)).isEqualTo(expected);
        agreed++;
    }

    /**
     * Checks that TensorFlow rejects the message too, with three exceptions. TensorFlow allocates the claimed size of a
     * message, and supports types and dimensions that Riffle does not support. It also ignores the bits of a tag beyond
     * 32.
     */
    private void reject(TensorFlowTensors tensorFlow, byte[] message, MalformedTensorException rejection) {
        switch (rejection.reason()) {
            case OVER_LIMIT, TOO_LARGE, NO_DATA -> {
                return;
            }
            case MALFORMED, OTHER_TYPE, OTHER_LENGTH -> {}
        }
        if (rejection.detail().contains("tag of more than 32 bits")
                || rejection.detail().matches("expected a length for each of [0-9]{6,} strings.*")) {
            return;
        }
        try {
            // TensorFlow checks the requested type only after it has parsed the message.
            tensorFlow.parse(message, DType.FLOAT32);
            fail("Riffle rejects " + hex(message) + ": " + rejection.getMessage());
        } catch (RuntimeException e) {
            assertThat(e).as(hex(message)).hasMessageNotContaining("Type mismatch");
        }
        rejected++;
    }

    @Test
    void bothDecodeRawBytes() {
        Random random = ParseVerdicts.random("TensorInteropIT raw bytes");
        DType[] dtypes = DType.values();
        for (int round = 0; round < ROUNDS / SESSION_ROUNDS + 1; round++) {
            try (TensorFlowTensors tensorFlow = new TensorFlowTensors()) {
                for (int i = 0; i < SESSION_ROUNDS; i++) {
                    DType dtype = dtypes[random.nextInt(dtypes.length)];
                    if (TensorFlowTensors.knows(dtype)) {
                        decode(tensorFlow, random, dtype);
                    }
                }
            }
        }
        assertThat(agreed).as("both decoded; both rejected %s", rejected).isGreaterThan(100);
        assertThat(rejected).as("both rejected; both decoded %s", agreed).isGreaterThan(100);
    }

    private void decode(TensorFlowTensors tensorFlow, Random random, DType dtype) {
        DenseTensor strings = strings(random, dtype);
        ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        boolean fixed = random.nextInt(3) == 0;
        int length = fixed ? 1 + random.nextInt(3 * Math.max(1, dtype.byteSize())) : 0;
        Bytes found = null;
        String rejection = "";
        try {
            RawDecoder decoder = RawDecoder.of(dtype).order(order);
            found = TensorProto.serialize((fixed ? decoder.fixedLength(length) : decoder).decode(strings));
        } catch (IllegalArgumentException | MalformedTensorException e) {
            rejection = String.valueOf(e.getMessage());
        }
        Bytes expected = null;
        try {
            expected = tensorFlow.decodedRaw(strings, dtype, order, length);
        } catch (RuntimeException e) {
            rejected++;
        }
        assertThat(found)
                .as("%s %s %s of %s: Riffle rejects: %s", dtype, order, length, strings, rejection)
                .isEqualTo(expected);
        agreed += expected == null ? 0 : 1;
    }

    private static DenseTensor strings(Random random, DType dtype) {
        int[] dims = random.ints(random.nextInt(3), 0, 4).toArray();
        Shape shape = Shape.of(dims);
        int length = Math.max(1, dtype.byteSize()) * random.nextInt(4) + (random.nextInt(6) == 0 ? 1 : 0);
        boolean even = random.nextInt(4) > 0;
        List<Bytes> strings = new ArrayList<>();
        for (int i = 0; i < shape.elements(); i++) {
            byte[] string = new byte[even ? length : random.nextInt(20)];
            random.nextBytes(string);
            if (dtype == DType.BOOL) {
                // TensorFlow keeps bytes other than 0 and 1, which all mean true. Riffle does not keep them.
                for (int j = 0; j < string.length; j++) {
                    string[j] &= 1;
                }
            }
            strings.add(Bytes.ofOwned(string));
        }
        return DenseTensor.of(shape, Values.ofBytes(strings));
    }

    private static String hex(byte[] message) {
        return HexFormat.of().formatHex(message);
    }
}
