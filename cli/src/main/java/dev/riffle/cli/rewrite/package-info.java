/**
 * Implements the commands that write record files from record files, such as {@code split}, {@code merge} and {@code
 * repair}, and the command {@code diff}.
 *
 * <p>Open {@link dev.riffle.cli.rewrite.RewriteSources} first: all of these commands open their inputs with it. {@link
 * dev.riffle.rewrite} does the work. Each request runs on one thread, and the library may use more threads.
 */
@NullMarked
package dev.riffle.cli.rewrite;

import org.jspecify.annotations.NullMarked;
