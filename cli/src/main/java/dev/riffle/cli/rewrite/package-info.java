/**
 * Commands that make record files from record files, such as {@code split}, {@code merge} and {@code repair}, and
 * {@code diff}, which compares them.
 *
 * <p>Open {@link dev.riffle.cli.rewrite.RewriteSources} first: all of these commands open their inputs with it.
 * {@link dev.riffle.shard} does the work. Each request runs on one thread and lets the library use more.
 */
@NullMarked
package dev.riffle.cli.rewrite;

import org.jspecify.annotations.NullMarked;
