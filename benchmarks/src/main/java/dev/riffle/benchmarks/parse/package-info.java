/**
 * Measures parsing and building of messages, tensors and image headers. Open {@link
 * dev.riffle.benchmarks.parse.ParseContest} first.
 */
@NullMarked
package dev.riffle.benchmarks.parse;

import org.jspecify.annotations.NullMarked;
