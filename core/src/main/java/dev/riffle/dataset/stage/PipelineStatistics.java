package dev.riffle.dataset.stage;

import dev.riffle.Progress;
import dev.riffle.internal.Argument;
import java.time.Duration;
import java.util.List;

/**
 * The statistics of an observed run at one moment. Immutable and safe for use by several threads.
 *
 * @param stages the stages, inputs first
 * @param elements the number of elements that the pipeline has delivered
 * @param elapsed the time since the run began
 * @param progress the records and bytes that the run has read from record files, and the lines and bytes from text
 *     files. Threads may read them ahead of the elements. A resumed run counts only the records that it reads itself. A
 *     run that reads a cache counts nothing, and a global shuffle counts no bytes. The total is known if the pipeline
 *     lists all files. It increases when the pipeline repeats a source. It is finished in the last call of an observer
 * @since 0.1
 */
public record PipelineStatistics(List<StageStatistics> stages, long elements, Duration elapsed, Progress progress) {

    /** Creates the statistics with a copy of the list. */
    public PipelineStatistics {
        Argument.allPresent(stages, "stages");
        Argument.present(elapsed, "elapsed");
        Argument.present(progress, "progress");
        stages = List.copyOf(stages);
    }

    /** Returns the time that all stages have spent together, on all threads. */
    public Duration time() {
        return stages.stream().map(StageStatistics::ownTime).reduce(Duration.ZERO, Duration::plus);
    }
}
