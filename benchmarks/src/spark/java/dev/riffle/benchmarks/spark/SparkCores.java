package dev.riffle.benchmarks.spark;

import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.Progress;
import dev.riffle.benchmarks.harness.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;

/**
 * Compares Riffle's data source with two cores and with one core, in a query over all columns of one file. A JVM has
 * only one session. So each turn starts a new session and measures its second query.
 */
final class SparkCores {

    private final String file;
    private final RowQuery query = new RowQuery(SparkColumn.all());

    SparkCores(Path file) {
        this.file = file.toUri().toString();
    }

    /** Returns the time with one core divided by the time with two cores. */
    Spread race(int rounds) throws IOException {
        Contest.requireEqual(turn(1).result(), turn(2).result());
        double[] ratios = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            boolean oneBegins = round % 2 == 0;
            Turn first = turn(oneBegins ? 1 : 2);
            Turn second = turn(oneBegins ? 2 : 1);
            Turn one = oneBegins ? first : second;
            Turn two = oneBegins ? second : first;
            Contest.requireEqual(two.result(), one.result());
            ratios[round] = (double) one.nanos() / two.nanos();
            Progress.say(String.format(
                    Locale.ROOT,
                    "  round %d: two cores %.1f ms, one %.1f ms",
                    round + 1,
                    two.nanos() / 1e6,
                    one.nanos() / 1e6));
        }
        return Spread.of(ratios);
    }

    private Turn turn(int cores) throws IOException {
        try (SparkSession spark = LocalSpark.start(cores)) {
            long expected = query.run(SparkReadContest.read(spark, file));
            System.gc();
            long begin = System.nanoTime();
            long result = query.run(SparkReadContest.read(spark, file));
            long nanos = System.nanoTime() - begin;
            Contest.requireEqual(expected, result);
            return new Turn(nanos, result);
        }
    }

    private record Turn(long nanos, long result) {}
}
