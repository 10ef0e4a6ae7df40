package dev.riffle.listings;

import dev.riffle.dataset.stage.PipelineStatistics;
import dev.riffle.dataset.stage.StageStatistics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

// listing
/** Shows the statistics of one run of a pipeline as meters. */
final class PipelineMeters implements Consumer<PipelineStatistics> {

    private final MeterRegistry registry;
    private final String pipeline;
    private final ProgressMeters progress;
    private volatile List<StageStatistics> stages = List.of();

    PipelineMeters(MeterRegistry registry, String pipeline) {
        this.registry = registry;
        this.pipeline = pipeline;
        this.progress = new ProgressMeters(registry, pipeline);
    }

    @Override
    public void accept(PipelineStatistics statistics) {
        progress.accept(statistics.progress());
        boolean first = stages.isEmpty();
        stages = statistics.stages();
        for (int i = 0; first && i < stages.size(); i++) {
            register(i, (i + 1) + " " + stages.get(i).name());
        }
    }

    private void register(int stage, String name) {
        Gauge.builder("riffle.stage.elements", () -> stages.get(stage).elements())
                .tags("pipeline", pipeline, "stage", name)
                .register(registry);
        TimeGauge.builder("riffle.stage.time", () -> stages.get(stage).ownTime().toNanos(), TimeUnit.NANOSECONDS)
                .tags("pipeline", pipeline, "stage", name)
                .register(registry);
    }
}
// end
