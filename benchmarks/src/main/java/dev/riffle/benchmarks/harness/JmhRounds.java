package dev.riffle.benchmarks.harness;

import java.util.Locale;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Times the two sides with JMH in turns. Each turn runs in a separate JVM. */
public record JmhRounds(int count) {

    private static final TimeValue ITERATION = TimeValue.milliseconds(500);

    /** Returns the baseline's time divided by ours. */
    public Spread race(RowDuel duel) throws Exception {
        duel.check();
        double[] ratios = new double[count];
        for (int round = 0; round < count; round++) {
            boolean weBegin = round % 2 == 0;
            double first = nanos(duel.getClass(), weBegin ? "ours" : "baseline");
            double second = nanos(duel.getClass(), weBegin ? "baseline" : "ours");
            double ours = weBegin ? first : second;
            double baselines = weBegin ? second : first;
            ratios[round] = baselines / ours;
            Progress.say(String.format(
                    Locale.ROOT, "  round %d: ours %.0f ns, baseline %.0f ns", round + 1, ours, baselines));
        }
        return Spread.of(ratios);
    }

    private static double nanos(Class<?> duel, String side) throws RunnerException {
        Options options = new OptionsBuilder()
                .include("^" + duel.getName().replace(".", "\\.") + "\\." + side + "$")
                .forks(1)
                .warmupIterations(5)
                .warmupTime(ITERATION)
                .measurementIterations(5)
                .measurementTime(ITERATION)
                .shouldFailOnError(true)
                .build();
        OutputFormat quiet = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
        return new Runner(options, quiet).runSingle().getPrimaryResult().getScore();
    }
}
