/**
 * The files that a command reads: words of the command line become sources.
 *
 * <p>Open {@link dev.riffle.cli.input.InputSets} first: it expands patterns, directories and sets.
 * {@link dev.riffle.cli.input.EachFile} runs one step for each file and goes on after a bad one;
 * {@link dev.riffle.cli.input.ParallelFiles} does the same with threads. Where output goes is the subject of
 * {@link dev.riffle.cli.output}.
 */
@NullMarked
package dev.riffle.cli.input;

import org.jspecify.annotations.NullMarked;
