package dev.riffle.io.internal.resume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SampleBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several reads of files at the same time, from channels that stay open. */
class ConcurrentReadsTest {

    private static final byte[] CONTENT = SampleBytes.random(300_000, 1);

    private final ConcurrentReads reads = new ConcurrentReads(3, false);
    private final List<ConcurrentReads.Source> opened = new ArrayList<>();

    @TempDir
    Path directory;

    private Path path;
    private ConcurrentReads.Source file;

    @BeforeEach
    void open() throws IOException {
        path = Files.write(directory.resolve("file"), CONTENT);
        file = source(path);
    }

    @AfterEach
    void close() {
        opened.forEach(ConcurrentReads.Source::close);
        reads.close();
    }

    private ConcurrentReads.Source source(Path path) throws IOException {
        ConcurrentReads.Source source = (ConcurrentReads.Source) reads.source(ByteSource.of(path));
        opened.add(source);
        return source;
    }

    private static Bytes content(int from, int to) {
        return Bytes.copyOf(CONTENT, from, to - from);
    }

    private void readAhead(ByteRange... ranges) {
        reads.readAhead(List.of(ranges).stream().map(range -> file).toList(), List.of(ranges));
    }

    @Test
    void readsRanges() throws IOException {
        assertThat(file.read(7, 5)).isEqualTo(content(7, 12));
        assertThat(file.read(CONTENT.length - 3, 5)).isEqualTo(content(CONTENT.length - 3, CONTENT.length));
        assertThat(file.read(CONTENT.length + 3, 5).isEmpty()).isTrue();
        assertThat(file.readAll(List.of(new ByteRange(0, 10), new ByteRange(20, 270_000))))
                .containsExactly(content(0, 10), content(20, 270_020));
    }

    @Test
    void readsAChannel() throws IOException {
        ByteBuffer target = ByteBuffer.allocate(CONTENT.length);
        try (ReadableByteChannel channel = file.open(10)) {
            assertThat(channel.read(ByteBuffer.allocate(0))).isZero();
            while (channel.read(target) >= 0) {
                assertThat(target.position()).isPositive();
            }
        }
        assertThat(Bytes.copyOf(target.flip())).isEqualTo(content(10, CONTENT.length));
    }

    /** Only the first read of a range takes its bytes; a range of another size is read. */
    @Test
    void returnsRangesThatWereReadAhead() throws IOException {
        readAhead(new ByteRange(0, 10), new ByteRange(10, 90), new ByteRange(5, 20), new ByteRange(0, 0));
        assertThat(file.read(10, 90)).isEqualTo(content(10, 100));
        assertThat(file.read(0, 10)).isEqualTo(content(0, 10));
        Files.write(path, SampleBytes.random(CONTENT.length, 2));
        assertThat(file.read(5, 20)).isEqualTo(content(5, 25));
        assertThat(file.read(5, 20)).isNotEqualTo(content(5, 25));
        assertThat(file.read(0, 10)).isNotEqualTo(content(0, 10));
    }

    @Test
    void readsALimitedNumberOfBytesAhead() throws IOException {
        Path large = directory.resolve("large");
        Files.write(large, new byte[100 << 20]);
        ConcurrentReads.Source far = source(large);
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ranges.add(new ByteRange((long) i << 20, 1 << 20));
        }
        for (ByteRange range : ranges) {
            reads.readAhead(List.of(far), List.of(range));
        }
        assertThat(reads.aheadBytes()).isBetween(1L, 64L << 20);
        for (ByteRange range : ranges) {
            assertThat(far.read(range.offset(), 1 << 20).size()).isEqualTo(1 << 20);
        }
        assertThat(reads.aheadBytes()).isZero();
    }

    @Test
    void anInterruptEndsNoRead() throws IOException {
        Thread.currentThread().interrupt();
        assertThat(file.read(1, 5)).isEqualTo(content(1, 6));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(file.read(2, 5)).isEqualTo(content(2, 7));
    }

    @Test
    void rejectsReadsAfterClose() {
        readAhead(new ByteRange(0, 10));
        file.close();
        file.close();
        assertThatIllegalStateException().isThrownBy(() -> file.read(3, 10)).withMessageContaining("closed");
        reads.close();
        reads.close();
        assertThatIllegalStateException().isThrownBy(() -> file.read(3, 10));
        readAhead(new ByteRange(0, 10));
    }

    @Test
    void threadsEndWithTheReads() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        ConcurrentReads some = new ConcurrentReads(2, false);
        try (ConcurrentReads.Source source = (ConcurrentReads.Source) some.source(ByteSource.of(path))) {
            source.read(0, 10);
            source.read(0, 10);
        }
        List<Thread> started = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("riffle-read") && !before.contains(thread))
                .toList();
        assertThat(started).hasSize(2).allMatch(Thread::isDaemon);
        some.close();
        for (Thread thread : started) {
            thread.join();
        }
    }

    /** Opens files until the first one must make room. */
    private void makeRoom() throws IOException {
        Path other = Files.write(directory.resolve("other"), new byte[10]);
        for (int i = 0; i < KeptFile.MOST_OPEN; i++) {
            source(other).read(0, 1);
        }
    }

    @Test
    void keepsALimitedNumberOfFilesOpen() throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(descriptors), "SKIPPED: open files can be counted on Linux only");
        assertThat(file.read(0, 10)).isEqualTo(content(0, 10));
        makeRoom();
        try (Stream<Path> open = Files.list(descriptors)) {
            assertThat(open.count()).isBetween((long) KeptFile.MOST_OPEN, KeptFile.MOST_OPEN + 1000L);
        }
        file.openNow();
        assertThat(file.read(0, 10)).isEqualTo(content(0, 10));
    }

    @Test
    void aFileThatOpensAgainMustBeTheSame() throws IOException {
        assertThat(file.read(0, 10)).isEqualTo(content(0, 10));
        makeRoom();
        Files.write(path, new byte[1], StandardOpenOption.APPEND);
        assertGone();
        Files.write(path, CONTENT);
        assertThat(file.read(0, 10)).isEqualTo(content(0, 10));
        makeRoom();
        Files.move(Files.write(directory.resolve("new"), CONTENT), path, StandardCopyOption.REPLACE_EXISTING);
        assertGone();
    }

    private void assertGone() {
        assertThatThrownBy(() -> file.read(0, 10))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(path + ": the file was removed or replaced while it was read; read it again");
    }
}
