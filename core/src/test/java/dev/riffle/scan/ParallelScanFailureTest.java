package dev.riffle.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReaderOptions;
import dev.riffle.Rounds;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a failed scan throws the cause, delivers the earlier results, and ends all its threads. */
class ParallelScanFailureTest {

    private static final RecordReaderOptions PLAIN = RecordFiles.tfRecord(Compression.NONE);

    @TempDir
    Path directory;

    private final byte[] content = RecordFiles.tfRecords(new byte[400][84]);

    @AfterEach
    void checkThatNoThreadIsLeft() {
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(name -> name.startsWith("riffle-scan")))
                .isEmpty();
    }

    private ParallelScan scan(ByteSource source) {
        return ParallelScan.of(source).reading(PLAIN).threads(4).splitBytes(1000);
    }

    private ParallelScan scan() {
        return scan(RecordFiles.source(content));
    }

    private static long count(RecordSplit records) {
        long count = 0;
        while (records.next()) {
            count++;
        }
        return count;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 17, 39})
    void throwsFailuresOfTheWorkInFileOrder(int failing) {
        List<Throwable> failures =
                List.of(new IOException("wrong"), new IllegalStateException("wrong"), new StackOverflowError("wrong"));
        for (Throwable failure : failures) {
            List<Long> results = new ArrayList<>();
            assertThatThrownBy(() -> scan().<Long>run(
                                    records -> {
                                        long begin = records.next() ? records.offset() : -1;
                                        if (begin == failing * 1000L) {
                                            throwIt(failure);
                                        }
                                        return begin;
                                    },
                                    results::add))
                    .isSameAs(failure);
            assertThat(results).hasSize(failing);
        }
    }

    private static void throwIt(Throwable failure) throws IOException {
        if (failure instanceof IOException io) {
            throw io;
        }
        if (failure instanceof RuntimeException wrong) {
            throw wrong;
        }
        throw (Error) failure;
    }

    @Test
    void ignoresFailuresOfTheWorkInNestedRecords() throws IOException {
        byte[] nested = RecordFiles.tfRecords(new byte[50][7]);
        byte[] file = RecordFiles.tfRecords(new byte[30], nested, new byte[30]);
        for (int split = 1; split < 300; split++) {
            List<Long> counts = new ArrayList<>();
            scan(RecordFiles.source(file))
                    .splitBytes(split)
                    .<Long>run(
                            records -> {
                                long count = 0;
                                while (records.next()) {
                                    if (records.payloadSize() == 7) {
                                        throw new IllegalStateException("nested record");
                                    }
                                    count++;
                                }
                                return count;
                            },
                            counts::add);
            assertThat(counts.stream().mapToLong(Long::longValue).sum()).isEqualTo(3);
        }
    }

    @Test
    void endsWhenTheConsumerOfTheResultsFails() {
        List<Long> taken = new ArrayList<>();
        IOException full = new IOException("full");
        assertThatThrownBy(() -> scan().runNumbered(ParallelScanFailureTest::count, (count, firstIndex) -> {
                    if (firstIndex >= 100) {
                        throw full;
                    }
                    taken.add(count);
                }))
                .isSameAs(full);
        assertThat(taken.stream().mapToLong(Long::longValue).sum()).isEqualTo(100);
    }

    @Test
    void interruptsSleepingWorkAtTheEnd() {
        CountDownLatch asleep = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        assertThatThrownBy(() -> scan().<Long>run(
                                records -> {
                                    if (records.next() && records.offset() == 0) {
                                        await(asleep);
                                        throw new IOException("enough");
                                    }
                                    if (Thread.currentThread().getName().startsWith("riffle-scan")) {
                                        asleep.countDown();
                                        awaitInterrupt(never);
                                    }
                                    return count(records);
                                },
                                result -> {}))
                .hasMessage("enough");
    }

    private static void awaitInterrupt(CountDownLatch never) throws IOException {
        try {
            never.await();
        } catch (InterruptedException e) {
            throw new IOException("woken");
        }
    }

    @Test
    @Timeout(60)
    void interruptsWorkThatIsNoLongerNeeded() throws IOException {
        byte[] nested = RecordFiles.tfRecords(new byte[800][7]);
        byte[] file = RecordFiles.tfRecords(new byte[30], nested, new byte[30], new byte[3000], new byte[30]);
        CountDownLatch asleep = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        List<Long> counts = new ArrayList<>();
        scan(RecordFiles.source(file))
                .<Long>run(
                        records -> {
                            long count = 0;
                            while (records.next()) {
                                // Excludes the last split that has nested records, because the scan needs the records
                                // after this split.
                                if (records.payloadSize() == 7 && records.offset() < 17_000) {
                                    if (!Thread.currentThread().getName().startsWith("riffle-scan")) {
                                        await(asleep);
                                        return count;
                                    }
                                    asleep.countDown();
                                    try {
                                        never.await();
                                    } catch (InterruptedException e) {
                                        woken.countDown();
                                        throw new IOException("woken", e);
                                    }
                                }
                                count++;
                            }
                            return count;
                        },
                        count -> {
                            counts.add(count);
                            long all =
                                    counts.stream().mapToLong(Long::longValue).sum();
                            // After the nested records, waits until the scan has interrupted the sleeping thread.
                            await(all < 4 ? asleep : woken);
                        });
        assertThat(counts.stream().mapToLong(Long::longValue).sum()).isEqualTo(5);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void scansSplitsOfThreadsWithoutMemoryOnTheCallingThread() throws IOException {
        long[] count = {0};
        scan().<Long>run(
                        records -> {
                            if (Thread.currentThread().getName().startsWith("riffle-scan")) {
                                throw new OutOfMemoryError("too little");
                            }
                            return count(records);
                        },
                        part -> count[0] += part);
        assertThat(count[0]).isEqualTo(400);
        assertThatThrownBy(() -> scan().<Long>run(
                                records -> {
                                    throw new OutOfMemoryError("too little");
                                },
                                result -> {}))
                .isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void doesNotPrintFailuresOfThreads() throws IOException {
        List<Throwable> printed = new CopyOnWriteArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> printed.add(thrown));
        try {
            CountDownLatch failed = new CountDownLatch(1);
            ByteSource intact = RecordFiles.source(content);
            ByteSource failing = new ByteSource() {
                @Override
                public String name() {
                    return "failing";
                }

                @Override
                public OptionalLong size() throws IOException {
                    return intact.size();
                }

                @Override
                public ReadableByteChannel open(long offset) throws IOException {
                    // Only before the latch opens: later, a thread may open the source in the work on a split, and a
                    // failure of the work ends the scan.
                    if (failed.getCount() > 0
                            && Thread.currentThread().getName().startsWith("riffle-scan")) {
                        failed.countDown();
                        throw new StackOverflowError("deep");
                    }
                    return intact.open(offset);
                }
            };
            long[] count = {0};
            scan(failing)
                    .<Long>run(
                            records -> {
                                await(failed);
                                return count(records);
                            },
                            part -> count[0] += part);
            assertThat(count[0]).isEqualTo(400);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(printed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void reportsATornTail(int threads) throws IOException {
        List<CorruptRecordException> tails = new ArrayList<>();
        RecordReaderOptions options = PLAIN.damage(DamagePolicy.STOP_AT_TORN_TAIL);
        byte[] torn = Arrays.copyOf(content, content.length - 3);
        ParallelScan.of(RecordFiles.source(torn))
                .reading(options)
                .threads(threads)
                .splitBytes(1000)
                .tornTail(tails::add)
                .count();
        assertThat(tails).hasSize(1);
        assertThat(tails.get(0).recordOffset()).isEqualTo(39_900);
        assertThat(tails.get(0).recordIndex()).isEqualTo(399);
        tails.clear();
        scan().reading(options).threads(threads).tornTail(tails::add).count();
        assertThat(tails).isEmpty();
    }

    @Test
    void endsWhenInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicInteger stillInterrupted = new AtomicInteger();
        Thread scanning = new Thread(() -> {
            try {
                scan().<Long>run(
                                records -> {
                                    if (Thread.currentThread().getName().startsWith("riffle-scan")) {
                                        begun.countDown();
                                        awaitInterrupt(never);
                                    }
                                    return count(records);
                                },
                                result -> {});
            } catch (IOException e) {
                thrown.set(e);
                stillInterrupted.set(Thread.currentThread().isInterrupted() ? 1 : 0);
            }
        });
        scanning.start();
        begun.await();
        scanning.interrupt();
        scanning.join();
        assertThat(thrown.get()).isInstanceOf(InterruptedIOException.class);
        assertThat(stillInterrupted).hasValue(1);
    }

    @Test
    void doesNotStartOnAnInterruptedThread() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> scan().count()).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Fails at the n-th read of all channels together, or at all reads from a given byte. */
    private record Failing(byte[] bytes, int atRead, long atByte, AtomicInteger reads) implements ByteSource {

        @Override
        public String name() {
            return "failing";
        }

        @Override
        public OptionalLong size() {
            return OptionalLong.of(bytes.length);
        }

        @Override
        public ReadableByteChannel open(long offset) {
            ByteBuffer left = ByteBuffer.wrap(bytes).position((int) Math.min(offset, bytes.length));
            return new ReadableByteChannel() {
                @Override
                public int read(ByteBuffer target) throws IOException {
                    if (reads.incrementAndGet() == atRead || left.position() >= atByte) {
                        throw new IOException("connection lost");
                    }
                    if (!left.hasRemaining()) {
                        return -1;
                    }
                    int count = Math.min(Math.min(700, left.remaining()), target.remaining());
                    target.put(left.slice().limit(count));
                    left.position(left.position() + count);
                    return count;
                }

                @Override
                public boolean isOpen() {
                    return true;
                }

                @Override
                public void close() {}
            };
        }
    }

    @Test
    void deliversAllRecordsOrThrowsWhenAReadFailsOnce() throws IOException {
        int failures = 0;
        for (int at = 1; at < 150; at++) {
            long[] count = {0};
            try {
                scan(new Failing(content, at, Long.MAX_VALUE, new AtomicInteger()))
                        .<Long>run(ParallelScanFailureTest::count, part -> count[0] += part);
                assertThat(count[0]).isEqualTo(400);
            } catch (IOException e) {
                failures++;
                assertThat(e).hasMessage("connection lost");
            }
        }
        assertThat(failures).isLessThan(149);
    }

    @Test
    void deliversTheResultsBeforeAPermanentReadFailure() {
        for (long at : new long[] {1000, 5001, 20_000, 39_000}) {
            long[] count = {0};
            assertThatThrownBy(() -> scan(new Failing(content, -1, at, new AtomicInteger()))
                            .<Long>run(ParallelScanFailureTest::count, part -> count[0] += part))
                    .hasMessage("connection lost");
            assertThat(count[0]).isBetween(at / 100 - 8, at / 100 + 7);
        }
    }

    /** Truncates a source at the end of a record when a thread opens the source, after the owner has opened it. */
    @Test
    void reportsASourceThatIsShorterThanAtTheBeginning() {
        AtomicInteger length = new AtomicInteger(content.length);
        ByteSource shrinking = new ByteSource() {
            @Override
            public String name() {
                return "shrinking";
            }

            @Override
            public OptionalLong size() {
                return OptionalLong.of(length.get());
            }

            @Override
            public ReadableByteChannel open(long offset) throws IOException {
                if (Thread.currentThread().getName().startsWith("riffle-scan")) {
                    length.set(content.length - 100);
                }
                return RecordFiles.source(Arrays.copyOf(content, length.get())).open(offset);
            }
        };
        long[] count = {0};
        assertThatThrownBy(() -> scan(shrinking).<Long>run(ParallelScanFailureTest::count, part -> count[0] += part))
                .isInstanceOfSatisfying(
                        CorruptRecordException.class,
                        damage -> assertThat(damage.reason()).isEqualTo(CorruptRecordException.Reason.SOURCE_SHRANK));
        assertThat(count[0]).isEqualTo(399);
    }

    /**
     * Truncates the file while all threads wait. A page that vanishes while a checksum reads it can crash the JVM; see
     * MappedFault.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Timeout(120)
    void reportsDamageWhenTheFileBecomesShorter(boolean mapped) throws IOException {
        RecordReaderOptions options = RecordReaderOptions.defaults();
        Random random = new Random(Rounds.seed("shorter"));
        byte[] large = RecordFiles.tfRecords(new byte[5000][300]);
        int ahead = 2 * 3 + 2;
        for (int round = 0; round < 30; round++) {
            Path file = Files.write(directory.resolve("file-" + round), large);
            long length = random.nextInt(large.length);
            int cutAt = random.nextInt(7);
            CountDownLatch idle = new CountDownLatch(cutAt + ahead);
            int[] taken = {0};
            long[] bytes = {0};
            ParallelScan scan = ParallelScan.of(ByteSource.of(file))
                    .reading(mapped ? options : options.withoutMapping())
                    .threads(3)
                    .splitBytes(100_000);
            assertThatThrownBy(() -> scan.<Long>runNumbered(
                            records -> {
                                long part = 0;
                                while (records.next()) {
                                    part += records.endOffset() - records.offset();
                                }
                                idle.countDown();
                                return part;
                            },
                            (part, firstIndex) -> {
                                bytes[0] += part;
                                if (taken[0]++ == cutAt) {
                                    await(idle);
                                    truncate(file, length);
                                }
                            }))
                    .isInstanceOf(CorruptRecordException.class);
            assertThat(bytes[0] % 316).isZero();
            Files.delete(file);
        }
    }

    private static void truncate(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    @Test
    void keepsOnlyAFewResultsWaiting() throws IOException {
        AtomicInteger done = new AtomicInteger();
        int[] taken = {0};
        int[] most = {0};
        scan().<Integer>run(records -> done.incrementAndGet(), result -> {
            most[0] = Math.max(most[0], done.get() - taken[0]);
            taken[0]++;
        });
        assertThat(taken[0]).isEqualTo(40);
        assertThat(most[0]).isLessThanOrEqualTo(2 * 4 + 2 + 4);
    }

    @Test
    void rejectsWrongUse() throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scan().threads(0))
                .withMessage("threads must be positive, or -1 (Riffle chooses): 0");
        List<RecordSplit> kept = new ArrayList<>();
        scan().<Long>run(
                        records -> {
                            assertThatIllegalStateException().isThrownBy(records::payload);
                            synchronized (kept) {
                                kept.add(records);
                            }
                            return 0L;
                        },
                        result -> {});
        for (RecordSplit split : kept) {
            assertThat(split.next()).isFalse();
            assertThatIllegalStateException().isThrownBy(split::payloadBytes);
            assertThatIllegalStateException().isThrownBy(split::offset);
        }
    }
}
