/**
 * Commands that make record files from record files: {@code split}, {@code merge}, {@code repair} and their kin, and
 * {@code diff}, which compares them.
 *
 * <p>Open {@link dev.riffle.cli.rewrite.RewriteSources} first: all of these commands open their inputs with it. The
 * work is done by {@link dev.riffle.shard}. Each request runs on one thread and lets the library use more.
 */
@NullMarked
package dev.riffle.cli.rewrite;

import org.jspecify.annotations.NullMarked;
