package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Defines the contract for damage in compressions with their own end mark and checksum. */
public abstract class DamagedCompressionContract extends CompressionContract {

    /** Returns the content to damage. The content is small, because the tests damage every byte and bit. */
    protected byte[] smallContent() {
        return SampleBytes.text(300);
    }

    /** Returns the sizes at which a truncated stream of the {@link #smallContent()} is still complete. */
    protected Set<Integer> completeCuts(byte[] compressed) {
        return new TreeSet<>(Set.of(0, compressed.length));
    }

    /** Returns whether the compression detects a flipped bit in the content. */
    protected boolean hasChecksum() {
        return true;
    }

    @Test
    void reportsEveryCutAfterTheBytesBeforeIt() throws IOException {
        byte[] content = smallContent();
        byte[] compressed = compressed(content);
        Set<Integer> complete = completeCuts(compressed);
        int delivered = 0;
        for (int cut = 0; cut <= compressed.length; cut++) {
            byte[] part = Arrays.copyOf(compressed, cut);
            ReadOutcome outcome = read(part);

            assertPrefix(outcome.bytes(), content);
            assertThat(outcome.bytes().length).as("cut at %d", cut).isGreaterThanOrEqualTo(delivered);
            delivered = outcome.bytes().length;
            if (complete.contains(cut)) {
                assertThat(outcome.failure()).as("cut at %d", cut).isNull();
            } else {
                assertThat(outcome.damage().reason())
                        .as("cut at %d", cut)
                        .isEqualTo(CompressionException.Reason.INCOMPLETE);
                assertThat(outcome.damage().offset()).as("cut at %d", cut).isBetween(0L, (long) cut);
            }
        }
        assertThat(delivered).isEqualTo(content.length);
    }

    @Test
    void detectsEveryHarmfulFlippedBit() throws IOException {
        byte[] content = smallContent();
        byte[] compressed = compressed(content);
        int step = Rounds.step(7);
        for (int bit = 0; bit < 8 * compressed.length; bit += step) {
            ReadOutcome outcome = read(SampleBytes.flipped(compressed, bit));

            if (outcome.failure() != null) {
                assertThat(outcome.damage().getMessage()).as("bit %d", bit).startsWith("expected ");
                assertThat(outcome.damage().offset()).as("bit %d", bit).isBetween(0L, (long) compressed.length);
            } else if (hasChecksum()) {
                assertThat(outcome.bytes()).as("bit %d", bit).isEqualTo(content);
            }
        }
    }

    @Test
    void reportsNoiseAsDamage() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            ReadOutcome outcome = read(SampleBytes.random(1 + 7 * seed, seed));

            assertThat(outcome.damage()).as("seed %d", seed).isNotNull();
        }
    }

    @Test
    void throwsDamageAgain() throws IOException {
        byte[] compressed = compressed(smallContent());
        byte[] cut = Arrays.copyOf(compressed, compressed.length - 1);
        try (ReadableByteChannel channel = reading().decompress(SampleBytes.channel(cut))) {
            CompressionException first = ReadOutcome.of(channel, 10).damage();
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(10)))
                        .isInstanceOfSatisfying(CompressionException.class, again -> {
                            assertThat(again.reason()).isEqualTo(first.reason());
                            assertThat(again.offset()).isEqualTo(first.offset());
                            assertThat(again).hasMessage(first.getMessage());
                        });
            }
        }
    }

    @Test
    void deliversTheBytesBeforeDamageToTargetsOfEverySize() throws IOException {
        byte[] content = SampleBytes.concatenated(SampleBytes.text(300_000), SampleBytes.random(50_000, 8));
        byte[] compressed = compressed(content);
        for (int at : new int[] {compressed.length / 2, compressed.length - 20_000, compressed.length - 12_345}) {
            byte[] damaged = compressed.clone();
            Arrays.fill(damaged, at, at + 200, (byte) 0xff);
            ReadOutcome small = read(SampleBytes.channel(damaged), 1);
            ReadOutcome large = read(SampleBytes.channel(damaged), 1 << 20);

            assertThat(large.bytes()).as("damaged at %d", at).isEqualTo(small.bytes());
            assertThat(large.failure() == null).isEqualTo(small.failure() == null);
        }
    }
}
