/**
 * Grades readers by the files of {@code corpus/}. {@link dev.riffle.benchmarks.corpus.CorpusGrading} is the program behind
 * {@code benchmarks/grade}; {@code docs/corpus.md} has what it found.
 */
@NullMarked
package dev.riffle.benchmarks.corpus;

import org.jspecify.annotations.NullMarked;
