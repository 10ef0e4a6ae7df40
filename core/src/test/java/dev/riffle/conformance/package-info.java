/**
 * Runs files of cases. The reference systems computed the results. Each JSON line is a case. Each file prints one line
 * with the number of cases that agree. Open {@link dev.riffle.conformance.ConformanceFile} first.
 */
@NullMarked
package dev.riffle.conformance;

import org.jspecify.annotations.NullMarked;
