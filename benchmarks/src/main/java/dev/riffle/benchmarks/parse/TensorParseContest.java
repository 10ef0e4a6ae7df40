package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import java.util.Random;

/**
 * Compares parsing a serialized tensor of 16 MB with copying the same bytes to another array. Both sides read the end
 * of their result, so that the JIT cannot remove the work.
 */
public final class TensorParseContest implements Contest {

    private static final int FLOATS = 4 << 20;

    /** Lists the uses of the values. */
    public enum Result {
        /**
         * The contest copies the values as bytes, because parsing alone copies nothing and needs too little time for a
         * measurement.
         */
        BYTES,
        /** The contest copies the values to an array of the caller. */
        FLOATS
    }

    private final Result result;
    private final float[] floats = new float[FLOATS];
    private final byte[] message;
    private final Bytes serialized;
    private final byte[] copy;
    private final byte[] copyOfOurs = new byte[FLOATS * Float.BYTES];
    private final float[] copied = new float[FLOATS];

    public TensorParseContest(Result result) {
        this.result = result;
        Random random = new Random(1);
        for (int i = 0; i < FLOATS; i++) {
            floats[i] = random.nextFloat();
        }
        serialized = TensorProto.serialize(DenseTensor.vector(Values.ofFloats(floats)));
        message = serialized.toByteArray();
        copy = new byte[message.length];
    }

    @Override
    public void check() throws Exception {
        Contest.requireEqual(true, Arrays.equals(values(), floats));
        Contest.requireEqual(ours(), baseline());
        if (result == Result.BYTES) {
            int begin = copy.length - copyOfOurs.length;
            Contest.requireEqual(-1L, (long) Arrays.mismatch(copyOfOurs, Arrays.copyOfRange(copy, begin, copy.length)));
        } else {
            Contest.requireEqual(true, Arrays.equals(copied, floats));
        }
    }

    private float[] values() {
        return TensorProto.parse(serialized, DType.FLOAT32).values().toFloats();
    }

    @Override
    public long ours() {
        Values values = TensorProto.parse(serialized, DType.FLOAT32).values();
        if (result == Result.BYTES) {
            values.data().get(copyOfOurs);
            return copyOfOurs[copyOfOurs.length - 1];
        }
        values.copyTo(0, copied, 0, FLOATS);
        return Float.floatToRawIntBits(copied[FLOATS - 1]) >> 24;
    }

    @Override
    public long baseline() {
        System.arraycopy(message, 0, copy, 0, message.length);
        return copy[copy.length - 1];
    }
}
