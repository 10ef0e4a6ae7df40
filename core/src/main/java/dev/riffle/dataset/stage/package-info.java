/**
 * Values that describe the stages of a pipeline: functions, seeds, element specs, failures and statistics. Start with {@link
 * dev.riffle.dataset.stage.ElementSpec}.
 *
 * <p>The neighbour is {@code dev.riffle.dataset}, whose methods take and return these values. All values are immutable and safe for
 * several threads, except {@link dev.riffle.dataset.stage.DatasetException}.
 */
@NullMarked
package dev.riffle.dataset.stage;

import org.jspecify.annotations.NullMarked;
