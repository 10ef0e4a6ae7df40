/**
 * Converts words of the command line to sources.
 *
 * <p>Open {@link dev.riffle.cli.input.InputSets} first: it expands patterns, directories and sets. {@link
 * dev.riffle.cli.input.EachFile} runs one step for each file and continues after a failure. {@link
 * dev.riffle.cli.input.ParallelFiles} uses several threads. {@link dev.riffle.cli.output} is the package for outputs.
 */
@NullMarked
package dev.riffle.cli.input;

import org.jspecify.annotations.NullMarked;
