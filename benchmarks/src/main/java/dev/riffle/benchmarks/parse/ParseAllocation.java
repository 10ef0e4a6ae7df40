package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.Spread;
import dev.riffle.parse.ExampleParser;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;

/** Measures the heap bytes allocated for a row, in a loop that refills one batch. */
public final class ParseAllocation {

    private static final int ROWS = 10 * BatchParsing.BATCH;
    private static final int WARM_UPS = 300;
    private static final int PASSES = 20;

    private ParseAllocation() {}

    public static Spread bytesPerRow(int rounds) throws JMException {
        List<byte[]> payloads = BatchParsing.payloads(ROWS);
        BatchParsing parsing = new BatchParsing(ExampleParser.compile(RowSpecs.all()), payloads, BatchParsing.BATCH);
        long expected = parsing.pass();
        for (int i = 0; i < WARM_UPS; i++) {
            Contest.requireEqual(expected, parsing.pass());
        }
        double[] perRow = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            long before = allocatedBytes();
            for (int i = 0; i < PASSES; i++) {
                parsing.pass();
            }
            perRow[round] = (double) (allocatedBytes() - before) / PASSES / ROWS;
        }
        return Spread.of(perRow);
    }

    /** Returns the number of bytes that this thread has allocated. The call itself allocates a few bytes too. */
    private static long allocatedBytes() throws JMException {
        return (long) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                        "getThreadAllocatedBytes",
                        new Object[] {Thread.currentThread().getId()},
                        new String[] {long.class.getName()});
    }
}
