package dev.riffle.io.internal.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.CompressedSamples;
import dev.riffle.io.Compression;
import dev.riffle.io.CompressionException;
import dev.riffle.io.CountingSource;
import dev.riffle.io.ReadOutcome;
import dev.riffle.io.SampleBytes;
import dev.riffle.io.internal.codec.DeflateSamples;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads from the middle of compressed files of every layout with the help of access points. */
class AccessPointSourceTest {

    private final long seed = Rounds.seed("access point source");
    private final Random random = new Random(seed);

    private static AccessPoints collect(Compression compression, byte[] file, byte[] content) throws IOException {
        return collect(compression, file, content, AccessPoints.DEFAULT_SPACING);
    }

    private static AccessPoints collect(Compression compression, byte[] file, byte[] content, int spacing)
            throws IOException {
        AccessPointCollector collector = AccessPointCollector.of(compression, "memory", spacing);
        try (ReadableByteChannel channel = collector.compression().decompress(SampleBytes.channel(file))) {
            assertThat(ReadOutcome.of(channel, 30_000).whole()).isEqualTo(content);
        }
        AccessPoints accessPoints = collector.accessPoints();
        assertThat(accessPoints.size()).isEqualTo(content.length);
        assertThat(accessPoints.compressedBytes()).isEqualTo(file.length);
        return accessPoints;
    }

    /** Copies of stored access points, which a test may damage. */
    private record Copied(List<byte[]> blocks, Map<Long, byte[]> windows) implements AccessPoints.Stored {

        static Copied of(AccessPoints accessPoints) throws IOException {
            Copied copied = new Copied(new ArrayList<>(), new TreeMap<>());
            for (long i = 0; i < accessPoints.stored().count(); i++) {
                copied.blocks.add(accessPoints.stored().block(i).clone());
            }
            accessPoints.windows((place, window) -> copied.windows.put(place, window.clone()));
            return copied;
        }

        AccessPoints in(Compression compression, byte[] file, byte[] content) {
            return AccessPoints.of(compression, file.length, content.length, this);
        }

        @Override
        public long count() {
            return blocks.size();
        }

        @Override
        public byte[] block(long number) {
            return blocks.get((int) number);
        }

        @Override
        public byte[] window(long place, int bytes) throws IOException {
            byte[] window = windows.get(place);
            if (window == null || window.length != bytes) {
                throw invalid("no window at this place");
            }
            return window;
        }

        @Override
        public IOException invalid(String problem) {
            return new IOException("invalid: " + problem);
        }
    }

    private static int count(AccessPoints accessPoints) throws IOException {
        return accessPoints.spanAt(accessPoints.size() - 1).number() + 1;
    }

    private static AccessPointSource source(byte[] file, AccessPoints accessPoints) {
        return AccessPointSource.of(ByteSource.of(Bytes.ofOwned(file), "memory"), accessPoints, new SpanCache(3 << 20));
    }

    /** Returns {@code count} bytes from an offset, or fewer at the end of the content. */
    private static byte[] read(AccessPointSource source, long offset, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        try (ReadableByteChannel channel = source.open(offset)) {
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // Reads until the end.
            }
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private byte[] content(CompressedSamples layout) {
        int size = random.nextInt(1 << (10 + random.nextInt(14)));
        byte[] content = DeflateSamples.content(random, size);
        if (layout == CompressedSamples.LONG_BLOCKS && random.nextBoolean()) {
            content = SampleBytes.random(12_000_000, random.nextLong());
            for (int i = 1000; i < content.length; i++) {
                if (i % 100_000 > 1000) {
                    content[i] = content[i - 1000];
                }
            }
        }
        return content;
    }

    @ParameterizedTest
    @EnumSource(CompressedSamples.class)
    void readsAnyRangeOfEveryLayout(CompressedSamples layout) throws IOException {
        int rounds = Rounds.isFull() ? 12 : 3;
        for (int i = 0; i < rounds; i++) {
            byte[] content = i == 0 ? new byte[0] : content(layout);
            byte[] file = layout.compress(content, random);
            AccessPoints collected = collect(layout.compression(), file, content);
            AccessPoints accessPoints = Copied.of(collected).in(layout.compression(), file, content);
            try (AccessPointSource source = source(file, accessPoints)) {
                assertThat(source.size()).hasValue(content.length);
                assertThat(source.hasChangedSize()).isFalse();
                assertThat(read(source, 0, content.length + 1)).isEqualTo(content);
                for (int k = 0; k < 60; k++) {
                    int from = random.nextInt(content.length + 2);
                    int count = random.nextInt(1 << random.nextInt(18));
                    int end = Math.min(content.length, from + count);
                    assertThat(read(source, from, count))
                            .as("seed %d layout %s file %d from %d", seed, layout, i, from)
                            .isEqualTo(from >= end ? new byte[0] : Arrays.copyOfRange(content, from, end));
                }
            }
        }
    }

    /** Checks the span sizes: about 1 MiB or less, and slightly more than 4 MiB in very long blocks. */
    @ParameterizedTest
    @EnumSource(CompressedSamples.class)
    void spansAreShort(CompressedSamples layout) throws IOException {
        byte[] content = SampleBytes.alternating(14_000_000);
        byte[] file = layout.compress(content, random);
        AccessPoints accessPoints = collect(layout.compression(), file, content);
        for (long at = 0; at < content.length; ) {
            AccessPoints.Span span = accessPoints.spanAt(at);
            assertThat(span.from().offset()).isEqualTo(at);
            assertThat(accessPoints.span(span.number())).isEqualTo(span);
            assertThat(span.size())
                    .as("seed %d span %d", seed, span.number())
                    .isPositive()
                    .isLessThan(5 << 20);
            at = span.end();
        }
        assertThat(count(accessPoints)).isGreaterThan(2);
    }

    /**
     * Collects access points while it reads damaged files. The read agrees with a plain read, and returns at least as
     * many bytes before a failure.
     */
    @ParameterizedTest
    @EnumSource(CompressedSamples.class)
    void detectsDamageLikeTheCompression(CompressedSamples layout) throws IOException {
        for (int i = 0; i < Rounds.count(150); i++) {
            byte[] content = DeflateSamples.content(random, random.nextInt(1 << random.nextInt(18)));
            byte[] file = DeflateSamples.damaged(layout.compress(content, random), random);
            assertSameDamage(
                    layout.compression(),
                    file,
                    1 + random.nextInt(50_000),
                    "seed " + seed + " layout " + layout + " file " + i);
        }
    }

    private static void assertSameDamage(Compression compression, byte[] file, int targetBytes, String what)
            throws IOException {
        ReadOutcome expected;
        try (ReadableByteChannel channel = compression.decompress(SampleBytes.channel(file))) {
            expected = ReadOutcome.of(channel, 10_000);
        }
        AccessPointCollector collector = AccessPointCollector.of(compression, "memory", AccessPoints.DEFAULT_SPACING);
        ReadOutcome found;
        try (ReadableByteChannel channel = collector.compression().decompress(SampleBytes.channel(file))) {
            found = ReadOutcome.of(channel, targetBytes);
        }
        // The JDK's inflater may omit bytes that it inflated immediately before the damage.
        assertThat(found.bytes()).as(what).startsWith(expected.bytes());
        if (expected.failure() == null) {
            assertThat(found.bytes()).as(what).hasSameSizeAs(expected.bytes());
            assertThat(found.failure()).as(what).isNull();
            assertThat(collector.accessPoints().size()).isEqualTo(found.bytes().length);
        } else {
            assertThat(found.damage().reason())
                    .as(what)
                    .isEqualTo(expected.damage().reason());
            assertThat(found.damage().verifiedBytes())
                    .as(what)
                    .isEqualTo(expected.damage().verifiedBytes());
            assertThatThrownBy(collector::accessPoints).isInstanceOf(IllegalStateException.class);
        }
    }

    /** Reads a zlib header that requires a dictionary, cut at every byte of the dictionary's identifier. */
    @Test
    void reportsAZlibFileThatEndsInItsDictionaryIdentifier() throws IOException {
        byte[] file = HexFormat.of().parseHex("78bbb3000000cb48");
        for (int size = 0; size <= file.length; size++) {
            assertSameDamage(Compression.ZLIB, Arrays.copyOf(file, size), 100, "cut at " + size);
        }
    }

    @ParameterizedTest
    @EnumSource(CompressedSamples.class)
    void returnsNoWrongBytesOfAFileDamagedLater(CompressedSamples layout) throws IOException {
        int rejected = 0;
        for (int i = 0; i < Rounds.count(100); i++) {
            byte[] content = DeflateSamples.content(random, 1 + random.nextInt(300_000));
            byte[] file = layout.compress(content, random);
            AccessPoints accessPoints = collect(layout.compression(), file, content);
            rejected += wrongReads(DeflateSamples.damaged(file, random), accessPoints, content);
        }
        assertThat(rejected).as("seed %d", seed).isPositive();
    }

    /** Reads at several offsets and checks the returned bytes. Returns the number of rejected reads. */
    private int wrongReads(byte[] file, AccessPoints accessPoints, byte[] content) throws IOException {
        int rejected = 0;
        try (AccessPointSource source = source(file, accessPoints)) {
            for (int k = 0; k < 4; k++) {
                int from = k == 0 ? 0 : random.nextInt(content.length);
                int count = k == 0 ? content.length : 1 + random.nextInt(1000);
                try {
                    assertThat(read(source, from, count))
                            .as("seed %d", seed)
                            .isEqualTo(Arrays.copyOfRange(content, from, Math.min(content.length, from + count)));
                } catch (CompressionException e) {
                    rejected++;
                }
            }
        }
        return rejected;
    }

    /** Reads with damaged access points: Riffle rejects them, or returns correct bytes or none. */
    @Test
    void rejectsOrSurvivesDamagedAccessPoints() throws IOException {
        byte[] content = DeflateSamples.content(random, 2_500_000);
        for (CompressedSamples layout : List.of(
                CompressedSamples.ONE_MEMBER,
                CompressedSamples.BGZF,
                CompressedSamples.ZLIB,
                CompressedSamples.SNAPPY)) {
            byte[] file = layout.compress(content, random);
            AccessPoints accessPoints = collect(layout.compression(), file, content);
            for (int i = 0; i < Rounds.count(400); i++) {
                Copied damaged = Copied.of(accessPoints);
                List<byte[]> windows = List.copyOf(damaged.windows.values());
                int block = random.nextInt(damaged.blocks.size());
                byte[] bytes = windows.isEmpty() || random.nextBoolean()
                        ? damaged.blocks.get(block)
                        : windows.get(random.nextInt(windows.size()));
                if (random.nextInt(5) == 0) {
                    damaged.blocks.set(block, Arrays.copyOf(damaged.block(block), random.nextInt(20)));
                } else {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                readDamaged(file, damaged.in(layout.compression(), file, content), content);
            }
        }
    }

    private void readDamaged(byte[] file, AccessPoints accessPoints, byte[] content) throws IOException {
        try (AccessPointSource source = source(file, accessPoints)) {
            int from = random.nextInt(content.length);
            byte[] expected = Arrays.copyOfRange(content, from, Math.min(content.length, from + 500));
            byte[] actual = read(source, from, 500);
            assertThat(actual).as("seed %d", seed).isEqualTo(Arrays.copyOf(expected, actual.length));
        } catch (CompressionException e) {
            assertThat(e).hasMessageContaining("expected");
        } catch (IOException e) {
            assertThat(e).hasMessageStartingWith("invalid: ");
        }
    }

    @Test
    void rejectsNoiseAsAccessPoints() {
        int rejected = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = SampleBytes.random(random.nextInt(200), random.nextLong());
            Compression compression = random.nextBoolean() ? Compression.GZIP : Compression.SNAPPY;
            AccessPoints accessPoints = AccessPoints.of(compression, 5000, 8000, new Copied(List.of(noise), Map.of()));
            try {
                accessPoints.windows((place, window) -> {});
            } catch (IOException e) {
                assertThat(e).hasMessageStartingWith("invalid: ");
                rejected++;
            }
        }
        assertThat(rejected).as("seed %d", seed).isGreaterThan(19_000);
    }

    @Test
    void readsNearbyBytesFromTheCache() throws IOException {
        byte[] content = SampleBytes.text(5_000_000);
        byte[] file = CompressedSamples.CUT_MEMBERS.compress(content, random);
        AccessPoints accessPoints = collect(Compression.GZIP, file, content);
        CountingSource counting = new CountingSource(ByteSource.of(Bytes.ofOwned(file), "memory"));
        SpanCache cache = new SpanCache(64 << 20);
        try (AccessPointSource source = AccessPointSource.of(counting, accessPoints, cache)) {
            for (int at = 0; at + 100 < content.length; at += 997) {
                assertThat(read(source, at, 100)).isEqualTo(Arrays.copyOfRange(content, at, at + 100));
            }
            assertThat(counting.opened()).isLessThanOrEqualTo(count(accessPoints));
            assertThat(cache.totalBytes()).isPositive();
        }
        assertThat(cache.totalBytes()).isZero();
    }

    @Test
    void keepsTheCacheBelowItsLimit() throws IOException {
        SpanCache cache = new SpanCache(1000);
        SpanCache.Loader loader = number -> new byte[300];
        for (int i = 0; i < 50; i++) {
            assertThat(cache.get(loader, i, 300)).hasSize(300);
            assertThat(cache.totalBytes()).isLessThanOrEqualTo(1000);
        }
        assertThat(cache.get(number -> new byte[5000], 1, 5000)).hasSize(5000);
        assertThat(cache.totalBytes()).isZero();
    }

    @Test
    void retriesAFailedLoad() throws IOException {
        SpanCache cache = new SpanCache(1000);
        int[] calls = {0};
        SpanCache.Loader loader = number -> {
            if (calls[0]++ == 0) {
                throw new IOException("once");
            }
            return new byte[10];
        };
        assertThatThrownBy(() -> cache.get(loader, 0, 10)).hasMessage("once");
        assertThat(cache.get(loader, 0, 10)).hasSize(10);
        assertThat(cache.get(loader, 0, 10)).hasSize(10);
        assertThat(calls[0]).isEqualTo(2);
    }

    @Test
    void removesCachedBytesOfASourceClosedDuringARead() throws Exception {
        byte[] content = SampleBytes.text(100_000);
        byte[] file = CompressedSamples.ONE_MEMBER.compress(content, random);
        AccessPoints accessPoints = collect(Compression.GZIP, file, content);
        SpanCache cache = new SpanCache(64 << 20);
        ByteSource compressed = ByteSource.of(Bytes.ofOwned(file), "memory");
        for (int round = 0; round < Rounds.count(2000); round++) {
            AccessPointSource source = AccessPointSource.of(compressed, accessPoints, cache);
            ReadableByteChannel channel = source.open(0);
            Thread closing = new Thread(source::close);
            closing.start();
            try {
                channel.read(ByteBuffer.allocate(10));
            } catch (ClosedChannelException e) {
                assertThat(channel.isOpen()).isFalse();
            }
            closing.join();
            assertThat(cache.totalBytes()).isZero();
        }
    }

    @Test
    void returnsNoBytesAfterACloseDuringARead() throws IOException {
        byte[] content = SampleBytes.text(100_000);
        byte[] file = CompressedSamples.ONE_MEMBER.compress(content, random);
        AccessPoints accessPoints = collect(Compression.GZIP, file, content);
        AccessPointSource[] source = new AccessPointSource[1];
        ByteSource closing = new ByteSource() {
            @Override
            public String name() {
                return "closing";
            }

            @Override
            public OptionalLong size() {
                return OptionalLong.of(file.length);
            }

            @Override
            public ReadableByteChannel open(long offset) throws IOException {
                source[0].close();
                return ByteSource.of(Bytes.ofOwned(file), "memory").open(offset);
            }
        };
        SpanCache cache = new SpanCache(64 << 20);
        source[0] = AccessPointSource.of(closing, accessPoints, cache);
        ReadableByteChannel channel = source[0].open(0);
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(10))).isInstanceOf(ClosedChannelException.class);
        assertThat(cache.totalBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {32 << 10, 100_000, 2 << 20})
    void placesAccessPointsAsFarApartAsTheSpacing(int spacing) throws IOException {
        byte[] content = new byte[12_000_000];
        random.nextBytes(content);
        Arrays.fill(content, 0, content.length / 2, (byte) 7);
        byte[] file = CompressedSamples.ONE_MEMBER.compress(content, random);

        AccessPoints found =
                Copied.of(collect(Compression.GZIP, file, content, spacing)).in(Compression.GZIP, file, content);

        assertThat(count(found)).isBetween(content.length / (5 * spacing), content.length / spacing + 1);
        for (long at = 0; at < content.length; at = found.spanAt(at).end()) {
            assertThat(found.spanAt(at).size()).isLessThan(4 * spacing + (256 << 10));
        }
        assertThat(found.areAsCloseAs(spacing)).isTrue();
        assertThat(found.areAsCloseAs(spacing - 1)).isFalse();
        try (AccessPointSource source = source(file, found)) {
            assertThat(read(source, 0, content.length)).isEqualTo(content);
        }
    }

    @Test
    void aSmallerSpacingChangesNoAccessPointsOfShortMembers() throws IOException {
        byte[] content = SampleBytes.random(300_000, seed);
        byte[] file = CompressedSamples.ZLIB.compress(content, random);

        AccessPoints found = collect(Compression.ZLIB, file, content);

        assertThat(found.areAsCloseAs(75_000)).isTrue();
        assertThat(found.areAsCloseAs(74_999)).isFalse();
    }

    @Test
    void rejectsWindowsThatExceedTheHeap() throws IOException {
        assertThat(AccessPoints.mostWindowBytes(256 << 20)).isEqualTo(64 << 20);
        assertThat(AccessPoints.mostWindowBytes(Long.MAX_VALUE)).isEqualTo(AccessPoints.MOST_WINDOW_BYTES);
        byte[] content = SampleBytes.random(6_000_000, seed);
        byte[] file = CompressedSamples.ONE_MEMBER.compress(content, random);
        for (int most : new int[] {50_000, 1_000_000}) {
            AccessPointCollector collector =
                    AccessPointCollector.of(Compression.GZIP, "data", AccessPoints.DEFAULT_SPACING, most);
            try (ReadableByteChannel channel = collector.compression().decompress(SampleBytes.channel(file))) {
                assertThat(ReadOutcome.of(channel, 30_000).whole()).isEqualTo(content);
            }
            if (most == 50_000) {
                assertThatThrownBy(collector::accessPoints)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("data: its blocks or members are too large for access points;");
            } else {
                assertThat(count(collector.accessPoints())).isGreaterThan(3);
            }
        }
    }

    @Test
    void rejectsWrongUse() throws IOException {
        byte[] file = CompressedSamples.ZLIB.compress(new byte[] {1, 2, 3}, random);
        AccessPointSource source = source(file, collect(Compression.ZLIB, file, new byte[] {1, 2, 3}));
        ReadableByteChannel channel = source.open(1);
        assertThatThrownBy(() -> source.open(-1)).isInstanceOf(IllegalArgumentException.class);
        source.close();
        assertThatThrownBy(() -> source.open(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
        assertThat(AccessPointCollector.supports(Compression.NONE)).isFalse();
        assertThat(AccessPointCollector.supports(Compression.GZIP.cutMembers(4096)))
                .isTrue();
        assertThatThrownBy(() -> AccessPointCollector.of(Compression.NONE, "data", 1 << 20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NONE");
        assertThatThrownBy(AccessPointCollector.of(Compression.GZIP, "data", 1 << 20)::accessPoints)
                .isInstanceOf(IllegalStateException.class);
    }
}
