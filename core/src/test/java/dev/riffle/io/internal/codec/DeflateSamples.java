package dev.riffle.io.internal.codec;

import dev.riffle.io.SampleBytes;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;

/** Creates raw deflate streams of every kind. */
public final class DeflateSamples {

    private static final int[] STRATEGIES = {Deflater.DEFAULT_STRATEGY, Deflater.FILTERED, Deflater.HUFFMAN_ONLY};
    private static final int[] FLUSHES = {Deflater.NO_FLUSH, Deflater.NO_FLUSH, Deflater.SYNC_FLUSH, Deflater.FULL_FLUSH
    };

    private DeflateSamples() {}

    public static byte[] deflated(byte[] content) {
        return deflated(content, new Random(1), 6, Deflater.DEFAULT_STRATEGY, false);
    }

    /** Returns the content, deflated with a random level and strategy, and some flushes. */
    public static byte[] deflated(byte[] content, Random random) {
        return deflated(
                content,
                random,
                random.nextInt(10),
                STRATEGIES[random.nextInt(STRATEGIES.length)],
                random.nextBoolean());
    }

    private static byte[] deflated(byte[] content, Random random, int level, int strategy, boolean flushes) {
        Deflater deflater = new Deflater(level, true);
        try {
            deflater.setStrategy(strategy);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[4096];
            int at = 0;
            while (flushes && at < content.length) {
                int piece = Math.min(content.length - at, 1 + random.nextInt(1 + content.length / 2));
                deflater.setInput(content, at, piece);
                int flush = FLUSHES[random.nextInt(FLUSHES.length)];
                int count;
                do {
                    count = deflater.deflate(buffer, 0, buffer.length, flush);
                    out.write(buffer, 0, count);
                } while (count == buffer.length || !deflater.needsInput());
                at += piece;
            }
            deflater.setInput(content, at, content.length - at);
            deflater.finish();
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** Returns content of a random kind: random bytes, text, runs, few distinct bytes, or copies from any distance. */
    public static byte[] content(Random random, int size) {
        return switch (random.nextInt(6)) {
            case 0 -> SampleBytes.random(size, random.nextLong());
            case 1 -> SampleBytes.text(size);
            case 2 -> SampleBytes.repeated(size);
            case 3 -> SampleBytes.alternating(size);
            case 4 -> few(random, size);
            default -> copies(random, size);
        };
    }

    private static byte[] few(Random random, int size) {
        byte[] bytes = new byte[size];
        int spread = 1 + random.nextInt(20);
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) Math.abs(random.nextGaussian() * spread);
        }
        return bytes;
    }

    private static byte[] copies(Random random, int size) {
        byte[] bytes = new byte[size];
        int at = 0;
        while (at < size) {
            int count = Math.min(size - at, 1 + random.nextInt(600));
            if (at > 0 && random.nextBoolean()) {
                int distance = 1 + random.nextInt(Math.min(at, 1 << random.nextInt(16)));
                for (int i = 0; i < count; i++) {
                    bytes[at + i] = bytes[at + i - distance];
                }
            } else {
                byte[] noise = SampleBytes.random(count, random.nextLong());
                System.arraycopy(noise, 0, bytes, at, count);
            }
            at += count;
        }
        return bytes;
    }

    /** Returns a random size: usually small, sometimes hundreds of kilobytes. */
    static int size(Random random) {
        int size = random.nextInt(1 << random.nextInt(random.nextInt(10) == 0 ? 20 : 14));
        return random.nextInt(40) == 0 ? 0 : size;
    }

    /** Returns a stream of fixed Huffman codes that uses every length and distance symbol. */
    static byte[] allFixedSymbols() {
        DeflateBits bits = new DeflateBits().put(1, 1).put(1, 2);
        for (int round = 0; round < 130; round++) {
            for (int i = 0; i < 256; i++) {
                bits.fixed(i);
            }
        }
        for (int length = 257; length <= 285; length++) {
            for (int distance = 0; distance < 30; distance++) {
                int lengthExtra = length < 265 || length == 285 ? 0 : (length - 261) / 4;
                int distanceExtra = distance < 4 ? 0 : distance / 2 - 1;
                bits.fixed(length).put(length * 31, lengthExtra);
                bits.code(distance, 5).put(distance * 7919, distanceExtra);
            }
        }
        return bits.fixed(256).bytes();
    }

    /** Returns a copy of the stream with some bytes flipped, removed, inserted or repeated. */
    public static byte[] damaged(byte[] stream, Random random) {
        byte[] bytes = stream.clone();
        for (int times = 1 + random.nextInt(3); times > 0 && bytes.length > 0; times--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                default -> {
                    int to = random.nextInt(bytes.length);
                    int count = random.nextInt(Math.min(50, bytes.length - Math.max(at, to)) + 1);
                    System.arraycopy(bytes, at, bytes, to, count);
                }
            }
        }
        return bytes;
    }
}
