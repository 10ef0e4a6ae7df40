package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads members of every kind, and the bytes between and after them, with one thread and with several threads. */
@ParameterizedClass(name = "{0} threads")
@ValueSource(ints = {1, 2, 3})
@Timeout(60)
class GzipMembersTest {

    private static final byte[] FIRST = SampleBytes.text(5000);
    private static final byte[] SECOND = SampleBytes.random(70_000, 1);
    private static final byte[] EMPTY = {};

    private final Gzip gzip;

    GzipMembersTest(int threads) {
        this.gzip = Compression.GZIP.threads(threads);
    }

    private ReadOutcome read(byte[]... members) throws IOException {
        byte[] compressed = SampleBytes.concatenated(members);
        try (ReadableByteChannel channel = gzip.decompress(SampleBytes.channel(compressed))) {
            return ReadOutcome.of(channel, 10_000);
        }
    }

    private static byte[] sized(byte[] content) {
        int size = GzipMemberBuilder.claiming(content, 0, 0).length;
        return GzipMemberBuilder.claiming(content, size, content.length);
    }

    @Test
    void readsMembersAsOneStream() throws IOException {
        assertThat(read(GzipMemberBuilder.plain(FIRST), GzipMemberBuilder.plain(SECOND))
                        .whole())
                .isEqualTo(SampleBytes.concatenated(FIRST, SECOND));
    }

    @Test
    void readsOnAfterEmptyMembers() throws IOException {
        byte[] empty = GzipMemberBuilder.plain(EMPTY);
        byte[] emptySized = sized(EMPTY);
        byte[] first = sized(FIRST);
        byte[] second = GzipMemberBuilder.plain(SECOND);
        byte[] both = SampleBytes.concatenated(FIRST, SECOND);

        assertThat(read(empty).whole()).isEmpty();
        assertThat(read(emptySized, emptySized).whole()).isEmpty();
        assertThat(read(empty, first, second).whole()).isEqualTo(both);
        assertThat(read(first, empty, second).whole()).isEqualTo(both);
        assertThat(read(first, emptySized, second, empty).whole()).isEqualTo(both);
        assertThat(read(emptySized, first, emptySized, emptySized, second, emptySized)
                        .whole())
                .isEqualTo(both);
    }

    @Test
    void readsMembersThatBeginAnywhereInTheBuffer() throws IOException {
        long seed = Rounds.seed("gzip members");
        Random random = new Random(seed);
        for (int border = (128 << 10) - 40; border < (128 << 10) + 10; border++) {
            // Random content is stored without compression, so the first member has exactly the chosen size.
            byte[] content = SampleBytes.random(border - 18 - 15, random.nextLong());
            byte[] first = GzipMemberBuilder.plain(content);
            assertThat(read(first, sized(FIRST), GzipMemberBuilder.plain(FIRST)).whole())
                    .as("first member of %d bytes, seed %d", first.length, seed)
                    .isEqualTo(SampleBytes.concatenated(content, FIRST, FIRST));
        }
    }

    @Test
    void skipsEveryHeaderField() throws IOException {
        byte[] extra = GzipMemberBuilder.subfield("XY", new byte[300]);
        for (int fields = 0; fields < 32; fields++) {
            GzipMemberBuilder member = GzipMemberBuilder.of(FIRST).flags(fields & 1);
            if ((fields & 2) != 0) {
                member.headerChecksum();
            }
            if ((fields & 4) != 0) {
                member.extra(extra);
            }
            if ((fields & 8) != 0) {
                member.fileName("train.tfrecord");
            }
            if ((fields & 16) != 0) {
                member.comment("ein Käse");
            }
            assertThat(read(member.build(), GzipMemberBuilder.plain(SECOND)).whole())
                    .as("fields %s", Integer.toBinaryString(fields))
                    .isEqualTo(SampleBytes.concatenated(FIRST, SECOND));
        }
    }

    @Test
    void acceptsExtraFieldsOfAnySize() throws IOException {
        for (int size : new int[] {0, 1, 3, 4, 65_535}) {
            assertThat(read(GzipMemberBuilder.of(FIRST).extra(new byte[size]).build())
                            .whole())
                    .isEqualTo(FIRST);
        }
    }

    @Test
    void reportsAWrongHeaderChecksum() throws IOException {
        ReadOutcome outcome = read(
                sized(SECOND), GzipMemberBuilder.of(FIRST).wrongHeaderChecksum().build());

        assertThat(outcome.bytes()).isEqualTo(SECOND);
        assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.DAMAGED);
        assertThat(outcome.damage()).hasMessageContaining("header checksum");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x20, 0x40, 0x80})
    void rejectsReservedFlags(int flag) throws IOException {
        ReadOutcome outcome = read(GzipMemberBuilder.of(FIRST).flags(flag).build());

        assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.DAMAGED);
        assertThat(outcome.damage()).hasMessageContaining("0x" + Integer.toHexString(flag));
    }

    @Test
    void rejectsOtherCompressionMethods() throws IOException {
        assertThat(read(GzipMemberBuilder.of(FIRST).method(7).build()).damage())
                .hasMessage("expected compression method 8, found 7");
    }

    @Test
    void reportsWrongTrailersAfterTheContent() throws IOException {
        for (byte[] broken : List.of(
                GzipMemberBuilder.of(FIRST).wrongChecksum().build(),
                GzipMemberBuilder.of(FIRST).wrongSize().build())) {
            ReadOutcome outcome = read(sized(SECOND), broken, sized(SECOND));

            assertThat(outcome.bytes()).isEqualTo(SampleBytes.concatenated(SECOND, FIRST));
            assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.DAMAGED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000", "00000000000000000000000000", "68656c6c6f", "1f00", "504b0304"})
    void reportsTrailingBytesAfterTheContent(String trailing) throws IOException {
        byte[] member = sized(FIRST);

        ReadOutcome outcome = read(member, HexFormat.of().parseHex(trailing));

        assertThat(outcome.bytes()).isEqualTo(FIRST);
        assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.DAMAGED);
        assertThat(outcome.damage().offset()).isBetween((long) member.length, member.length + 2L);
    }

    /**
     * Appends the beginning of a member. One byte is enough, because TensorFlow needs two bytes to detect that no
     * member begins.
     */
    @ParameterizedTest
    @ValueSource(strings = {"00", "0a", "ff", "1f", "1f8b", "1f8b08", "1f8b080000000000000303"})
    void reportsTheBeginningOfAMemberAsIncomplete(String begun) throws IOException {
        ReadOutcome outcome = read(sized(FIRST), HexFormat.of().parseHex(begun));

        assertThat(outcome.bytes()).isEqualTo(FIRST);
        assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.INCOMPLETE);
    }

    @Test
    void readsBgzfBlocks() throws IOException {
        byte[] endOfFile = HexFormat.of().parseHex("1f8b08040000000000ff0600424302001b0003000000000000000000");
        List<byte[]> blocks = new ArrayList<>();
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            contents.add(i % 5 == 0 ? SampleBytes.random(60_000, i) : SampleBytes.text(65_280 - i));
            blocks.add(GzipMemberBuilder.bgzf(contents.get(i)));
        }
        blocks.add(endOfFile);

        assertThat(read(blocks.toArray(byte[][]::new)).whole())
                .isEqualTo(SampleBytes.concatenated(contents.toArray(byte[][]::new)));
        assertThat(read(endOfFile).whole()).isEmpty();
        assertThat(read(blocks.get(0), endOfFile, blocks.get(1), endOfFile).whole())
                .isEqualTo(SampleBytes.concatenated(contents.get(0), contents.get(1)));
    }

    @Test
    void readsMembersWithAndWithoutSizes() throws IOException {
        assertThat(read(
                                sized(FIRST),
                                GzipMemberBuilder.bgzf(FIRST),
                                sized(SECOND),
                                GzipMemberBuilder.plain(FIRST),
                                sized(SECOND),
                                GzipMemberBuilder.of(FIRST).fileName("x").build())
                        .whole())
                .isEqualTo(SampleBytes.concatenated(FIRST, FIRST, SECOND, FIRST, SECOND, FIRST));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 31, -1, Long.MIN_VALUE, 1L << 62, Integer.MAX_VALUE, 600 << 20, 400 << 20, 1_000_000})
    void ignoresImpossibleSizes(long claimed) throws IOException {
        byte[] hostile = GzipMemberBuilder.claiming(FIRST, claimed, -5);

        assertThat(read(sized(SECOND), hostile, sized(FIRST)).whole())
                .isEqualTo(SampleBytes.concatenated(SECOND, FIRST, FIRST));
    }

    @ParameterizedTest
    @ValueSource(longs = {65 << 20, -5})
    void readsTooLargeMembersWithOneThread(long claimedContent) throws IOException {
        byte[] large = new byte[65 << 20];
        int size = GzipMemberBuilder.claiming(large, 0, 0).length;

        assertThat(read(sized(FIRST), GzipMemberBuilder.claiming(large, size, claimedContent), sized(SECOND))
                        .whole())
                .isEqualTo(SampleBytes.concatenated(FIRST, large, SECOND));
    }

    @Test
    void returnsNoWrongBytesForSlightlyWrongSizes() throws IOException {
        byte[] content = SampleBytes.text(200);
        byte[] whole = SampleBytes.concatenated(content, content);
        int right = sized(content).length;
        for (int claimed = 32; claimed < 2 * right + 50; claimed++) {
            ReadOutcome outcome = read(GzipMemberBuilder.claiming(content, claimed, content.length), sized(content));

            if (outcome.failure() == null) {
                assertThat(outcome.bytes()).as("claimed %d", claimed).isEqualTo(whole);
            } else {
                CompressionContract.assertPrefix(outcome.bytes(), whole);
                assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.DAMAGED);
            }
        }
    }

    @Test
    void skipsNothingAfterAnInterrupt() throws IOException {
        byte[][] members = new byte[8][];
        Arrays.setAll(members, i -> sized(SampleBytes.random(70_000, i)));
        byte[] content = read(members).whole();
        try (ReadableByteChannel channel = gzip.decompress(SampleBytes.channel(SampleBytes.concatenated(members)))) {
            ByteBuffer read = ByteBuffer.allocate(content.length + 1);
            boolean failed = false;
            for (int i = 0; i < 100 && !failed; i++) {
                Thread.currentThread().interrupt();
                try {
                    failed = channel.read(read.limit(Math.min(read.capacity(), read.position() + 20_000))) < 0;
                } catch (InterruptedIOException | ClosedByInterruptException e) {
                    failed = true;
                } finally {
                    assertThat(Thread.interrupted()).isTrue();
                }
            }
            assertThat(failed).isTrue();
            ReadOutcome rest = ReadOutcome.of(channel, 10_000);
            byte[] before = Arrays.copyOf(read.array(), read.position());
            CompressionContract.assertPrefix(SampleBytes.concatenated(before, rest.bytes()), content);
        }
    }
}
