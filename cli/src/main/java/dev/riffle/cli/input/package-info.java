/**
 * Converts words of the command line to sources.
 *
 * <p>Open {@link dev.riffle.cli.input.InputSets} first: it expands patterns, directories and sets.
 * {@link dev.riffle.cli.input.EachFile} runs one step for each file and continues after a bad one;
 * {@link dev.riffle.cli.input.ParallelFiles} does so with threads. {@link dev.riffle.cli.output} is the package for
 * outputs.
 */
@NullMarked
package dev.riffle.cli.input;

import org.jspecify.annotations.NullMarked;
