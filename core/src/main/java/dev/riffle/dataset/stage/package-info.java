/**
 * Types for the stages of a pipeline: functions, seeds, element specs, exceptions and statistics. Start with
 * {@link dev.riffle.dataset.stage.ElementSpec}.
 *
 * <p>The methods of {@code dev.riffle.dataset} take and return objects of these types. All classes are safe for use by
 * several threads. Parallel stages and several runs call functions from several threads in parallel.
 */
@NullMarked
package dev.riffle.dataset.stage;

import org.jspecify.annotations.NullMarked;
