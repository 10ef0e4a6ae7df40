package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A parser without a refilled batch allocates little more memory than the tensors need. */
class ParserMemoryTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROWS = 3_000;

    private static List<Bytes> payloads(int rows) {
        List<Bytes> payloads = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            payloads.add(Example.builder()
                    .put("number", i)
                    .put("list", new float[64])
                    .put("text", "text " + i)
                    .build()
                    .toBytes());
        }
        return payloads;
    }

    private static long allocated(ExampleParser parser, PayloadBatch payloads) {
        long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
        parser.parse(payloads);
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }

    @Test
    void reservesTheColumnsOfABatchAtOnce() {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("number:int64, list:float32[64], text:string"));
        PayloadBatch payloads = PayloadBatch.of(payloads(ROWS));
        long columns = ROWS * (8L + 4 * 64 + "text 1234".length() + 4);
        parser.parse(payloads);
        assertThat(allocated(parser, payloads)).isBetween(columns, columns * 5 / 4);
        // A smaller batch needs less memory than the batch before.
        PayloadBatch few = PayloadBatch.of(payloads(ROWS / 100));
        assertThat(allocated(parser, few)).isLessThan(columns / 20);
        assertThat(allocated(parser, payloads)).isBetween(columns, columns * 5 / 4);
    }

    @Test
    void aLargePayloadReservesLittleForLaterPayloads() {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("text:string"));
        Bytes large = Example.builder().put("text", new byte[4 << 20]).build().toBytes();
        Bytes small = Example.builder().put("text", new byte[1]).build().toBytes();
        parser.parse(PayloadBatch.of(List.of(large)));
        PayloadBatch many = PayloadBatch.of(Collections.nCopies(ROWS, small));
        assertThat(allocated(parser, many)).isLessThan(4 << 20);
    }

    /** Every memory has one user at a time. */
    @Test
    void idleMemoryHasOneUser() throws Exception {
        IdleMemory<AtomicBoolean> idle = new IdleMemory<>();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Callable<Integer> user = () -> {
                int taken = 0;
                for (int i = 0; i < 20_000; i++) {
                    AtomicBoolean found = idle.take();
                    taken += found == null ? 0 : 1;
                    AtomicBoolean memory = found == null ? new AtomicBoolean() : found;
                    assertThat(memory.compareAndSet(false, true)).isTrue();
                    memory.set(false);
                    idle.keep(memory);
                }
                return taken;
            };
            for (Future<Integer> each : threads.invokeAll(List.of(user, user, user, user))) {
                assertThat(each.get()).isPositive();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
