package dev.riffle.dataset.stage;

import dev.riffle.internal.Argument;
import java.time.Duration;
import java.util.List;

/**
 * The statistics of an observed run at one moment. Immutable and safe for use by several threads.
 *
 * @param stages the stages, inputs first
 * @param elements the number of elements that the pipeline has delivered
 * @param elapsed the time since the run began
 * @since 0.1
 */
public record PipelineStatistics(List<StageStatistics> stages, long elements, Duration elapsed) {

    /** Creates the statistics with a copy of the list. */
    public PipelineStatistics {
        Argument.allPresent(stages, "stages");
        Argument.present(elapsed, "elapsed");
        stages = List.copyOf(stages);
    }

    /** Returns the time that all stages have spent together, on all threads. */
    public Duration time() {
        return stages.stream().map(StageStatistics::ownTime).reduce(Duration.ZERO, Duration::plus);
    }
}
