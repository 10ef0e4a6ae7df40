/**
 * Values that describe the stages of a pipeline: functions, seeds, element specs, failures and statistics. Start with
 * {@link dev.riffle.dataset.stage.ElementSpec}.
 *
 * <p>The methods of {@code dev.riffle.dataset} take and return these values. All values are immutable and safe for
 * several threads, except {@link dev.riffle.dataset.stage.DatasetException}. A parallel stage
 * calls functions from several threads.
 */
@NullMarked
package dev.riffle.dataset.stage;

import org.jspecify.annotations.NullMarked;
