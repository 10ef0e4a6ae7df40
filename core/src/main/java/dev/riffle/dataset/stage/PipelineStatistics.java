package dev.riffle.dataset.stage;

import java.time.Duration;
import java.util.List;

/**
 * What an observed run has done so far.
 *
 * @param stages the stages, inputs before what is made of them
 * @param elements how many elements the pipeline has given
 * @param elapsed the time since the run began
 * @since 0.1
 */
public record PipelineStatistics(List<StageStatistics> stages, long elements, Duration elapsed) {

    /** Takes the list as it is now. */
    public PipelineStatistics {
        stages = List.copyOf(stages);
    }

    /** What all stages have spent together, on all threads. */
    public Duration time() {
        return stages.stream().map(StageStatistics::ownTime).reduce(Duration.ZERO, Duration::plus);
    }
}
