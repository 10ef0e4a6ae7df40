/**
 * Runs files of cases whose results came from the reference systems: each JSON line is a case, each file prints one line
 * with how many cases agree. Open {@link dev.riffle.conformance.ConformanceFile} first.
 */
@NullMarked
package dev.riffle.conformance;

import org.jspecify.annotations.NullMarked;
