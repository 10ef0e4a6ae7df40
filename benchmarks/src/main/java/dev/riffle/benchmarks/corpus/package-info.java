/**
 * Grades readers by the files of {@code corpus/}. {@link dev.riffle.benchmarks.corpus.CorpusGrading} is the program
 * that {@code benchmarks/grade} starts. {@code docs/project/corpus.md} contains its results.
 */
@NullMarked
package dev.riffle.benchmarks.corpus;

import org.jspecify.annotations.NullMarked;
