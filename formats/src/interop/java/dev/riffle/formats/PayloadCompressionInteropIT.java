package dev.riffle.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.io.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.EagerSession;
import org.tensorflow.exceptions.TensorFlowException;
import org.tensorflow.ndarray.NdArrays;
import org.tensorflow.op.Ops;
import org.tensorflow.op.io.DecodeCompressed;
import org.tensorflow.types.TString;

/**
 * Checks that {@code recover} agrees with TensorFlow's DecodeCompressed. The test covers compressed strings that are
 * intact, truncated, damaged, concatenated, or followed by other bytes. TensorFlow 2.18 does not support zstd and stops
 * after an empty gzip member, so the test uses neither.
 */
class PayloadCompressionInteropIT {

    private static final int ROUNDS = 5 * Integer.getInteger("riffle.interop.rounds", 600);

    /** The number of operations after which the test releases their memory. */
    private static final int SESSION_ROUNDS = 200;

    private int taken;
    private int rejected;

    @ParameterizedTest
    @EnumSource(names = "ZSTD", mode = EnumSource.Mode.EXCLUDE)
    void decompressesLikeTensorFlow(PayloadCompression compression) {
        Random random = new Random(Rounds.seed("PayloadCompressionInteropIT " + compression));
        for (int round = 0; round < ROUNDS; round += SESSION_ROUNDS) {
            try (EagerSession session = EagerSession.create()) {
                Ops tf = Ops.create(session);
                for (int i = 0; i < SESSION_ROUNDS; i++) {
                    compare(tf, compression, string(random, compression));
                }
            }
        }
        assertThat(taken).isGreaterThan(ROUNDS / 10);
        assertThat(rejected).isGreaterThan(compression == PayloadCompression.NONE ? -1 : ROUNDS / 10);
    }

    private void compare(Ops tf, PayloadCompression compression, byte[] string) {
        Bytes expected = tensorFlows(tf, compression, string);
        Bytes found = null;
        String rejection = "";
        try {
            found = compression.recover(Bytes.ofOwned(string));
        } catch (MalformedPayloadException e) {
            rejection = String.valueOf(e.getMessage());
        }
        assertThat(found)
                .as("%s of %s: %s", compression, Bytes.ofOwned(string).hex(), rejection)
                .isEqualTo(expected);
        taken += expected == null ? 0 : 1;
        rejected += expected == null ? 1 : 0;
    }

    private static @Nullable Bytes tensorFlows(Ops tf, PayloadCompression compression, byte[] string) {
        TString vector = TString.tensorOfBytes(NdArrays.vectorOfObjects(string));
        String name = compression == PayloadCompression.NONE ? "" : compression.name();
        try {
            TString decoded = tf.io.decodeCompressed(tf.constantOf(vector), DecodeCompressed.compressionType(name))
                    .asTensor();
            return Bytes.ofOwned(decoded.asBytes().getObject(0));
        } catch (TensorFlowException e) {
            return null;
        }
    }

    private static byte[] string(Random random, PayloadCompression compression) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (random.nextInt(20) == 0) {
            out.writeBytes(junk(random));
        }
        int parts = 1 + (random.nextInt(4) == 0 ? random.nextInt(3) : 0);
        for (int i = 0; i < parts; i++) {
            out.writeBytes(compressed(random, compression));
        }
        if (random.nextInt(8) == 0) {
            out.writeBytes(junk(random));
        }
        byte[] string = out.toByteArray();
        if (random.nextInt(3) == 0) {
            string[random.nextInt(string.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return random.nextInt(3) == 0 ? Arrays.copyOf(string, random.nextInt(string.length)) : string;
    }

    private static byte[] junk(Random random) {
        byte[] junk = new byte[1 + random.nextInt(12)];
        if (random.nextBoolean()) {
            random.nextBytes(junk);
        }
        return junk;
    }

    private static byte[] compressed(Random random, PayloadCompression compression) {
        byte[] content = new byte[1 + random.nextInt(random.nextInt(30) == 0 ? 100_000 : 300)];
        int letters = 1 + random.nextInt(256);
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) random.nextInt(letters);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(random.nextInt(10));
        try {
            switch (compression) {
                case NONE, ZSTD -> out.writeBytes(content);
                case ZLIB -> {
                    try (DeflaterOutputStream zlib = new DeflaterOutputStream(out, deflater)) {
                        zlib.write(content);
                    }
                }
                case GZIP -> {
                    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                        gzip.write(content);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a write to memory failed", e);
        } finally {
            deflater.end();
        }
        return out.toByteArray();
    }
}
