package dev.riffle.io.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.io.HesitantChannel;
import dev.riffle.io.SampleBytes;
import dev.riffle.io.ShortReadsChannel;
import dev.riffle.io.internal.codec.DeflateDecoder.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The decoder accepts and rejects the same streams as zlib, returns the same bytes, and resumes at every place that it
 * reports.
 */
class DeflateDecoderTest {

    private final long seed = Rounds.seed("deflate decoder");
    private final Random random = new Random(seed);

    private static void assertLikeInflater(byte[] stream, String what) throws IOException {
        assertThat(DeflateOutcome.ofDecoder(stream)).as(what).isEqualTo(DeflateOutcome.ofInflater(stream));
    }

    @Test
    void agreesOnRandomStreams() throws IOException {
        for (int i = 0; i < Rounds.count(3000); i++) {
            byte[] content = DeflateSamples.content(random, DeflateSamples.size(random));
            byte[] stream = DeflateSamples.deflated(content, random);

            DeflateOutcome outcome = DeflateOutcome.ofDecoder(stream);

            assertThat(outcome)
                    .as("seed %d stream %d", seed, i)
                    .isEqualTo(new DeflateOutcome(DeflateOutcome.End.WHOLE, content, stream.length));
        }
    }

    @Test
    void agreesOnLargeStreams() throws IOException {
        for (int i = 0; i < 12; i++) {
            byte[] content = DeflateSamples.content(random, 3_000_000 + random.nextInt(1_000_000));
            byte[] stream = DeflateSamples.deflated(content, random);

            assertThat(DeflateOutcome.ofDecoder(stream).bytes())
                    .as("seed %d stream %d", seed, i)
                    .isEqualTo(content);
        }
    }

    @Test
    void decodesEveryFixedSymbol() throws IOException {
        byte[] stream = DeflateSamples.allFixedSymbols();

        assertThat(DeflateOutcome.ofDecoder(stream).end()).isEqualTo(DeflateOutcome.End.WHOLE);
        assertLikeInflater(stream, "all fixed symbols");
    }

    @Test
    void rejectsReservedCodes() throws IOException {
        for (int symbol : new int[] {286, 287}) {
            assertLikeInflater(fixed().fixed('a').fixed(symbol).put(0, 40).bytes(), "length " + symbol);
        }
        for (int symbol : new int[] {30, 31}) {
            assertLikeInflater(
                    fixed().fixed('a').fixed(257).code(symbol, 5).put(0, 40).bytes(), "distance " + symbol);
        }
        assertLikeInflater(new DeflateBits().put(7, 3).put(0, 40).bytes(), "block type 3");
        assertLikeInflater(fixed().fixed('a').fixed(257).code(1, 5).fixed(256).bytes(), "too far by one");
        assertLikeInflater(fixed().fixed('a').fixed(257).code(0, 5).fixed(256).bytes(), "just near enough");
    }

    private static DeflateBits fixed() {
        return new DeflateBits().put(1, 1).put(1, 2);
    }

    /**
     * Decodes random bytes after the header of a block with dynamic Huffman codes. Most of them are invalid code
     * tables.
     */
    @Test
    void agreesOnRandomCodes() throws IOException {
        for (int i = 0; i < Rounds.count(60_000); i++) {
            byte[] stream = new byte[1 + random.nextInt(90)];
            random.nextBytes(stream);
            if (random.nextInt(4) > 0) {
                stream[0] = (byte) (stream[0] & 0xf8 | 5);
            }
            assertLikeInflater(stream, "seed " + seed + " stream " + i);
        }
    }

    /** Decodes random code lengths, of which many form complete or nearly complete codes. */
    @Test
    void agreesOnCompleteAndNearlyCompleteCodes() throws IOException {
        int whole = 0;
        for (int i = 0; i < Rounds.count(20_000); i++) {
            byte[] stream = dynamicBlock();
            DeflateOutcome outcome = DeflateOutcome.ofDecoder(stream);
            whole += outcome.bytes().length > 0 ? 1 : 0;
            assertThat(outcome).as("seed %d stream %d", seed, i).isEqualTo(DeflateOutcome.ofInflater(stream));
        }
        assertThat(whole).isGreaterThan(1000);
    }

    /** Returns a block with random code lengths. All length symbols except 16 to 18 have codes of four bits. */
    private byte[] dynamicBlock() {
        int literals = 257 + random.nextInt(30);
        int distances = 1 + random.nextInt(30);
        DeflateBits bits = new DeflateBits()
                .put(5, 3)
                .put(literals - 257, 5)
                .put(distances - 1, 5)
                .put(15, 4);
        int[] order = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
        for (int symbol : order) {
            bits.put(symbol < 16 ? 4 : 0, 3);
        }
        int[] lengths = new int[literals + distances];
        fillLengths(lengths, 0, literals);
        fillLengths(lengths, literals, literals + distances);
        if (random.nextInt(20) > 0 && lengths[256] == 0) {
            swap(lengths, 256, literals);
        }
        for (int length : lengths) {
            bits.code(length, 4);
        }
        for (int i = random.nextInt(400); i > 0; i--) {
            bits.put(random.nextInt(), 8);
        }
        return bits.bytes();
    }

    private void swap(int[] lengths, int at, int below) {
        for (int i = 0; i < below; i++) {
            if (lengths[i] != 0) {
                lengths[at] = lengths[i];
                lengths[i] = 0;
                return;
            }
        }
    }

    /**
     * Fills a range with the lengths of a complete code, made by random splits of codes. Sometimes changes one length.
     */
    private void fillLengths(int[] lengths, int from, int to) {
        List<Integer> codes = new ArrayList<>(List.of(0));
        int wanted = random.nextInt(to - from + 1);
        for (int tries = 0; codes.size() < wanted && tries < 2000; tries++) {
            int at = random.nextInt(2) == 0 ? codes.size() - 1 : random.nextInt(codes.size());
            int length = codes.get(at);
            if (length < 15) {
                codes.set(at, length + 1);
                codes.add(length + 1);
            }
        }
        for (int i = 0; i < Math.min(codes.size(), to - from); i++) {
            lengths[from + i] = codes.get(i);
        }
        for (int i = to - 1; i > from; i--) {
            int other = from + random.nextInt(i - from + 1);
            int length = lengths[i];
            lengths[i] = lengths[other];
            lengths[other] = length;
        }
        if (random.nextInt(10) == 0) {
            lengths[from + random.nextInt(to - from)] = random.nextInt(16);
        }
        if (random.nextInt(10) == 0) {
            Arrays.fill(lengths, from, to, 0);
            lengths[from + random.nextInt(to - from)] = random.nextInt(3);
        }
    }

    @Test
    void agreesOnEveryFlippedBitOfSmallStreams() throws IOException {
        for (int round = 0; round < Rounds.count(30); round++) {
            byte[] content = DeflateSamples.content(random, 1 + random.nextInt(400));
            byte[] stream = DeflateSamples.deflated(content, random);
            for (int bit = 0; bit < 8 * stream.length; bit++) {
                byte[] flipped = stream.clone();
                flipped[bit >> 3] ^= (byte) (1 << (bit & 7));
                assertLikeInflater(flipped, "seed " + seed + " round " + round + " bit " + bit);
            }
        }
    }

    @Test
    void agreesOnDamageInStreamsOfAnySize() throws IOException {
        for (int i = 0; i < Rounds.count(3000); i++) {
            byte[] content = DeflateSamples.content(random, DeflateSamples.size(random));
            byte[] stream = DeflateSamples.damaged(DeflateSamples.deflated(content, random), random);
            assertLikeInflater(stream, "seed " + seed + " stream " + i);
        }
    }

    @Test
    void agreesOnCutsAtEveryByte() throws IOException {
        for (int round = 0; round < Rounds.count(20); round++) {
            byte[] content = DeflateSamples.content(random, 1 + random.nextInt(2000));
            byte[] stream = DeflateSamples.deflated(content, random);
            for (int size = 0; size < stream.length; size++) {
                byte[] cut = Arrays.copyOf(stream, size);
                assertThat(DeflateOutcome.ofDecoder(cut).end()).isEqualTo(DeflateOutcome.End.INCOMPLETE);
                assertLikeInflater(cut, "seed " + seed + " round " + round + " cut " + size);
            }
        }
    }

    @Test
    void decodesInputThatArrivesSlowly() throws IOException {
        for (int i = 0; i < Rounds.count(200); i++) {
            byte[] content = DeflateSamples.content(random, random.nextInt(30_000));
            byte[] stream = DeflateSamples.deflated(content, random);
            byte[] damaged = DeflateSamples.damaged(stream, random);
            int most = random.nextBoolean() ? 1 : 1 + random.nextInt(40);

            assertThat(DeflateOutcome.ofDecoder(new ShortReadsChannel(SampleBytes.channel(stream), most)))
                    .as("seed %d stream %d", seed, i)
                    .isEqualTo(DeflateOutcome.ofDecoder(stream));
            assertThat(DeflateOutcome.ofDecoder(
                            new HesitantChannel(new ShortReadsChannel(SampleBytes.channel(damaged), most), 2)))
                    .as("seed %d stream %d", seed, i)
                    .isEqualTo(DeflateOutcome.ofInflater(damaged));
        }
    }

    /** Leaves the bytes after the end to the next reader, even if the decoder has buffered some of these bytes. */
    @Test
    void leavesTheInputAfterTheStream() throws IOException {
        for (int i = 0; i < Rounds.count(300); i++) {
            byte[] first = DeflateSamples.deflated(DeflateSamples.content(random, random.nextInt(3000)), random);
            byte[] content = DeflateSamples.content(random, random.nextInt(3000));
            byte[] second = DeflateSamples.deflated(content, random);
            CompressedBytes in = CompressedBytes.onHeap(
                    SampleBytes.channel(SampleBytes.concatenated(first, new byte[] {1, 2, 3, 4, 5}, second)), 0);
            DeflateDecoder decoder = new DeflateDecoder(in);
            decoder.begin();
            decodeAll(decoder);
            assertThat(in.offset()).as("seed %d stream %d", seed, i).isEqualTo(first.length);
            assertThat(in.readInt("")).isEqualTo(0x04030201);
            assertThat(in.readByte("")).isEqualTo(5);
            decoder.begin();
            assertThat(decodeAll(decoder)).as("seed %d stream %d", seed, i).isEqualTo(content);
        }
    }

    private static byte[] decodeAll(DeflateDecoder decoder) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (!decoder.isEnded()) {
            decoder.decode();
            DeflateOutcome.take(decoder, bytes);
        }
        return bytes.toByteArray();
    }

    private record AccessPoint(Place place, byte[] window, int offset) {}

    @Test
    void anotherDecoderContinuesFromEveryPlace() throws IOException {
        int inside = 0;
        int between = 0;
        for (int i = 0; i < 150; i++) {
            byte[] content = DeflateSamples.content(random, random.nextInt(i % 10 == 0 ? 2_000_000 : 200_000));
            byte[] stream = i == 0 ? DeflateSamples.allFixedSymbols() : DeflateSamples.deflated(content, random);
            content = DeflateOutcome.ofInflater(stream).bytes();
            List<AccessPoint> accessPoints = accessPoints(stream);
            int step = 1 + accessPoints.size() / 20;
            for (int k = 0; k < accessPoints.size(); k += step) {
                AccessPoint from = accessPoints.get(k);
                inside += from.place.symbolBit() > from.place.blockBit() ? 1 : 0;
                between += from.place.symbolBit() == from.place.blockBit() ? 1 : 0;
                assertThat(resumed(stream, from))
                        .as("seed %d stream %d at %s", seed, i, from.place)
                        .isEqualTo(Arrays.copyOfRange(content, from.offset, content.length));
            }
        }
        assertThat(inside).isGreaterThan(10);
        assertThat(between).isGreaterThan(100);
    }

    private static List<AccessPoint> accessPoints(byte[] stream) throws IOException {
        DeflateDecoder decoder = new DeflateDecoder(CompressedBytes.onHeap(SampleBytes.channel(stream), 0));
        decoder.begin();
        List<AccessPoint> accessPoints = new ArrayList<>();
        byte[] taken = new byte[1 << 20];
        while (!decoder.isEnded()) {
            if (decoder.isResumable()) {
                accessPoints.add(new AccessPoint(decoder.place(), decoder.window(), (int) decoder.decodedBytes()));
            }
            decoder.decode();
            decoder.take(taken, 0, taken.length);
        }
        return accessPoints;
    }

    private static byte[] resumed(byte[] stream, AccessPoint from) throws IOException {
        int at = (int) (from.place.blockBit() >>> 3);
        CompressedBytes in =
                CompressedBytes.onHeap(SampleBytes.channel(Arrays.copyOfRange(stream, at, stream.length)), at);
        DeflateDecoder decoder = new DeflateDecoder(in);
        decoder.resume(from.place, from.window);
        return decodeAll(decoder);
    }

    /** Resumes at wrong places with wrong windows: the decoder returns wrong bytes or throws a damage exception. */
    @Test
    void wrongPlacesCauseOnlyDamageExceptions() throws IOException {
        byte[] content = DeflateSamples.content(random, 300_000);
        byte[] stream = DeflateSamples.deflated(content, random);
        int rejected = 0;
        for (int i = 0; i < 2000; i++) {
            long block = random.nextInt(8 * stream.length + 100);
            long symbol = block + (random.nextBoolean() ? 0 : random.nextInt(1 << random.nextInt(24)));
            byte[] window = new byte[random.nextInt(DeflateDecoder.WINDOW_BYTES + 1)];
            int at = (int) Math.min(block >>> 3, stream.length);
            try {
                DeflateDecoder decoder = new DeflateDecoder(
                        CompressedBytes.onHeap(SampleBytes.channel(Arrays.copyOfRange(stream, at, stream.length)), at));
                decoder.resume(new Place(block, symbol), window);
                decodeAll(decoder);
            } catch (MalformedStreamException e) {
                rejected++;
            }
        }
        assertThat(rejected).as("seed %d", seed).isPositive();
    }

    @Test
    void rejectsImpossiblePlaces() {
        DeflateDecoder decoder = new DeflateDecoder(CompressedBytes.onHeap(SampleBytes.channel(new byte[9]), 0));

        assertThatThrownBy(() -> decoder.resume(new Place(9, 8), new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> decoder.resume(new Place(0, 0), new byte[DeflateDecoder.WINDOW_BYTES + 1]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
