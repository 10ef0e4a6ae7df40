package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.stage.PipelineStatistics;
import dev.riffle.dataset.stage.StageStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the elements and measures the times of the stages of one run. Each thread stores the time of the current
 * stage's inputs. So the profiler records only the stage's own time, even if the inputs run on other threads.
 */
public final class StageProfiler {

    /** The counts of one stage. Several threads may count at the same time. */
    static final class Counts {
        private final LongAdder elements = new LongAdder();
        private final LongAdder failures = new LongAdder();
        private final LongAdder bytes = new LongAdder();
        private final LongAdder nanos;

        Counts(LongAdder nanos) {
            this.nanos = nanos;
        }
    }

    private static final class Within {
        private long nanos;
    }

    private final Node<?> last;
    private final Observation observer;
    private final List<Node<?>> stages;
    private final IdentityHashMap<Node<?>, Counts> counts = new IdentityHashMap<>();

    /** The nodes in the explanation whose functions have not created a dataset yet. */
    private final Set<Node<?>> explained = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The first dataset that the function of each node created. */
    private final IdentityHashMap<Node<?>, Node<?>> created = new IdentityHashMap<>();

    private final ThreadLocal<Within> within = ThreadLocal.withInitial(Within::new);
    private final long began;
    private final SourceProgress sources;
    private long reported;
    private long reportedNanos;
    private volatile boolean ended;

    private StageProfiler(Pipeline pipeline, Observation observer) {
        this.stages = pipeline.stages();
        this.last = stages.get(stages.size() - 1);
        this.observer = observer;
        this.began = observer.now();
        this.reportedNanos = began;
        for (Node<?> stage : stages) {
            counts.put(stage, new Counts(new LongAdder()));
        }
        for (Node<?> stage : stages) {
            // A named stage looks up its counts by the node without the name.
            counts.putIfAbsent(stage.unnamed(), counts(stage));
            explained.add(stage.unnamed());
        }
        this.sources = new SourceProgress(stages);
    }

    /** Returns the counter for a pass of a source. */
    SourceProgress sources(Node<?> source) {
        sources.begin(source, !counts.containsKey(source));
        return sources;
    }

    /** Returns a profiler for a run of {@code dataset}, or null if the dataset has no observer. */
    public static @Nullable StageProfiler of(Node<?> dataset) {
        Pipeline pipeline = new Pipeline(dataset);
        return pipeline.observation()
                .map(observation -> new StageProfiler(pipeline, observation))
                .orElse(null);
    }

    /** Adds profiling to the stage. Returns the stage unchanged if it belongs to a dataset that a function created. */
    <T> Stage<T> watch(Node<T> dataset, Stage<T> stage) {
        Counts its = counts.get(dataset);
        if (its == null) {
            return stage;
        }
        stage.name(dataset.name());
        return new ProfiledStage<>(dataset, stage, its, this);
    }

    /** Keeps the first dataset that the function of a node created, for an explanation. */
    synchronized void created(Node<?> creator, Node<?> dataset) {
        if (explained.remove(creator)) {
            created.put(creator, dataset);
            for (Node<?> stage : new Pipeline(dataset).stages()) {
                // The dataset of a function can contain the node itself.
                if (!created.containsKey(stage.unnamed())) {
                    explained.add(stage.unnamed());
                }
            }
        }
    }

    /** Returns the first dataset that the function of a node created in this run, or null. */
    synchronized @Nullable Node<?> created(Node<?> creator) {
        return created.get(creator.unnamed());
    }

    /** Adds timing to a stage's work on another thread. */
    <V> Callable<V> timed(Node<?> dataset, Callable<V> work) {
        Counts its = counts.get(dataset);
        return its == null ? work : () -> time(its, work);
    }

    /** Adds timing to the stage of a dataset that a function created. The outer stage counts the elements. */
    <T> Stage<T> timed(Node<?> dataset, Node<T> made, Stage<T> stage) {
        Counts its = counts.get(dataset);
        if (its == null) {
            return stage;
        }
        Counts timeOnly = new Counts(its.nanos);
        return new ProfiledStage<>(made, stage, timeOnly, this);
    }

    <V> V time(Counts its, Callable<V> work) throws Exception {
        Within here = within.get();
        long outer = here.nanos;
        here.nanos = 0;
        long start = observer.now();
        try {
            return work.call();
        } finally {
            long taken = observer.now() - start;
            its.nanos.add(taken - here.nanos);
            here.nanos = outer + taken;
        }
    }

    void failed(Counts its) {
        its.failures.increment();
    }

    void delivered(Counts its, long bytes) {
        its.elements.increment();
        its.bytes.add(bytes);
    }

    /** Calls the observer if it is due, before the last stage computes another element. */
    void before(Node<?> dataset) {
        if (dataset != last) {
            return;
        }
        long elements = counts(last).elements.sum();
        long now = observer.now();
        if (elements > reported && observer.isDue(elements - reported, now - reportedNanos)) {
            reported = elements;
            reportedNanos = now;
            observer.report(statistics());
        }
    }

    /** Calls the observer at the end of the run. */
    public void end() {
        ended = true;
        observer.report(statistics());
    }

    public PipelineStatistics statistics() {
        List<StageStatistics> each = new ArrayList<>();
        for (Node<?> stage : stages) {
            Counts its = counts(stage);
            each.add(new StageStatistics(
                    stage.name(),
                    stage.description(Description.Purpose.EXPLANATION),
                    its.elements.sum(),
                    its.failures.sum(),
                    its.bytes.sum(),
                    Duration.ofNanos(its.nanos.sum())));
        }
        return new PipelineStatistics(
                each, counts(last).elements.sum(), Duration.ofNanos(observer.now() - began), sources.progress(ended));
    }

    private Counts counts(Node<?> stage) {
        @Nullable Counts its = counts.get(stage);
        if (its == null) {
            throw new AssertionError("not a stage of this pipeline: " + stage.name());
        }
        return its;
    }
}
