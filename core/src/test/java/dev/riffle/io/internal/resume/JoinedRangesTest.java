package dev.riffle.io.internal.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.io.BilledSource;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SampleBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Riffle joins ranges into few requests, and reads few bytes of gaps. */
class JoinedRangesTest {

    private static final byte[] CONTENT = SampleBytes.random(20 << 20, 1);

    private final BilledSource source = new BilledSource(ByteSource.of(Bytes.ofOwned(CONTENT), "memory"));

    private List<ByteRange> every(int distance, int length, int count) {
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranges.add(new ByteRange((long) i * distance, length));
        }
        return ranges;
    }

    private long read(List<ByteRange> ranges) throws IOException {
        List<Bytes> read = StoredBytes.readAll(source, ranges);
        long wanted = 0;
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            assertThat(read.get(i)).isEqualTo(Bytes.copyOf(CONTENT, (int) range.offset(), (int) range.length()));
            wanted += range.length();
        }
        return wanted;
    }

    @Test
    void adjacentRangesAreOneRequest() throws IOException {
        long wanted = read(every(1000, 1000, 500));

        assertThat(source.requests()).isEqualTo(1);
        assertThat(source.sent()).isEqualTo(wanted);
    }

    @Test
    void overlappingRangesAreSentOnce() throws IOException {
        read(every(1000, 3000, 500));

        assertThat(source.requests()).isEqualTo(1);
        assertThat(source.sent()).isEqualTo(502_000);
    }

    @Test
    void shortGapsAreReadUpToALimit() throws IOException {
        long wanted = read(every(1050, 1000, 500));
        assertThat(source.requests()).isEqualTo(1);
        assertThat(source.sent()).isEqualTo(wanted + 499 * 50);

        source.reset();
        wanted = read(every(2000, 1000, 500));
        assertThat(source.requests()).isEqualTo(500);
        assertThat(source.sent()).isEqualTo(wanted);
    }

    @Test
    void theShortestGapsAreReadFirst() throws IOException {
        List<ByteRange> ranges = List.of(
                new ByteRange(0, 100),
                new ByteRange(200, 100),
                new ByteRange(10_000, 100),
                new ByteRange(1 << 20, 100));
        read(ranges);

        assertThat(source.requests()).isEqualTo(2);
        assertThat(source.sent()).isEqualTo(10_100 + 100);
    }

    @Test
    void aRequestIsBounded() throws IOException {
        read(every(1 << 20, 1 << 20, 20));

        assertThat(source.requests()).isEqualTo(3);
    }

    /** Riffle requires no order of the ranges that it gets, but gives a source ordered ranges. */
    @Test
    void rangesInAnyOrderReachTheSourceInOrder() throws IOException {
        List<ByteRange> ranges = List.of(
                new ByteRange(5 << 20, 9),
                new ByteRange(10, 20),
                new ByteRange(0, 10),
                new ByteRange(15, 3),
                new ByteRange(15, 3),
                new ByteRange(40, 0),
                new ByteRange((20 << 20) - 4, 4));
        read(ranges);

        assertThat(source.requests()).isEqualTo(3);
        assertThat(source.sent()).isEqualTo(30 + 9 + 4);
        assertThat(StoredBytes.readAll(source, List.of(new ByteRange((20 << 20) - 4, 9), new ByteRange(21 << 20, 5))))
                .extracting(Bytes::size)
                .containsExactly(4, 0);
        assertThat(StoredBytes.readAll(source, List.of())).isEmpty();
    }

    @Test
    void aWrongLengthAllocatesOnlyWhatArrives() throws IOException {
        assertThat(source.read((20 << 20) - 5, Integer.MAX_VALUE - 8).size()).isEqualTo(5);
    }

    @Test
    void rejectsWrongRanges() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ByteRange(-1, 2))
                .withMessageContaining("-1, 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ByteRange(1, -2))
                .withMessageContaining("1, -2");
        assertThatIllegalArgumentException().isThrownBy(() -> new ByteRange(5, Long.MAX_VALUE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredBytes.readAll(source, List.of(new ByteRange(0, Integer.MAX_VALUE))))
                .withMessageContaining("2147483647");
    }
}
