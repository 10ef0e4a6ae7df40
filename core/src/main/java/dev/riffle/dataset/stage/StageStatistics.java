package dev.riffle.dataset.stage;

import dev.riffle.internal.Argument;
import java.time.Duration;

/**
 * The statistics of one stage of an observed run. Immutable and safe for use by several threads.
 *
 * @param name the name of the stage in messages
 * @param stage the stage with its arguments
 * @param elements the number of elements that the stage has delivered
 * @param failures the number of elements that failed, including failures of its inputs
 * @param bytes the data in the delivered elements, in bytes. Includes byte strings, texts (one byte for each
 *     character), tensors and parsed features, also inside lists, maps and pairs. Other values count as 0
 * @param ownTime the time spent in the stage, on all threads together, without the time of its inputs. The time
 *     includes waiting for other threads and the datasets that a function of the stage creates.
 * @since 0.1
 */
public record StageStatistics(String name, String stage, long elements, long failures, long bytes, Duration ownTime) {

    /** Creates the statistics of a stage. Throws {@link IllegalArgumentException} if an argument is null. */
    public StageStatistics {
        Argument.present(name, "name");
        Argument.present(stage, "stage");
        Argument.present(ownTime, "ownTime");
    }
}
