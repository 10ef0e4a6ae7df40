/**
 * Names, permissions and locks of the hidden files that become outputs.
 *
 * <p>Begin with {@link dev.riffle.internal.file.WritingLock}, which shows other processes that an output is in
 * progress. {@link dev.riffle.internal.file.Leftovers} removes the hidden files of processes that were killed. {@link
 * dev.riffle.internal.file.FileEnding} finds the endings of all file names. The package is not exported. Static methods
 * are thread-safe. Each class states its own thread rule.
 */
@NullMarked
package dev.riffle.internal.file;

import org.jspecify.annotations.NullMarked;
