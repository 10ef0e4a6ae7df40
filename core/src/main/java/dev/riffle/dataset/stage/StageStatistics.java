package dev.riffle.dataset.stage;

import java.time.Duration;

/**
 * What one stage of an observed run has done.
 *
 * @param name what messages call the stage
 * @param stage the stage with its arguments
 * @param elements how many elements it has given
 * @param failures how many elements it could not make, those of its inputs included
 * @param bytes the data in the elements it has given, in bytes: of byte strings, texts (a byte a character), tensors, parsed
 *     features, and lists, maps and pairs of them; whatever else is in an element counts nothing
 * @param ownTime the time spent in it, on all threads together, without that of its inputs. A stage that waits for another
 *     thread spends the time of waiting; datasets that a function makes belong to the stage that has them open.
 * @since 0.1
 */
public record StageStatistics(String name, String stage, long elements, long failures, long bytes, Duration ownTime) {}
