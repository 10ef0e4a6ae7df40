/**
 * Commands that change the format: {@code convert}, {@code import}, {@code export}.
 *
 * <p>Open {@link dev.riffle.cli.convert.ConvertRequest} first. The formats themselves are in
 * {@link dev.riffle.formats}; {@link dev.riffle.cli.rewrite} has the commands that keep the records as they are. Each
 * request runs on one thread.
 */
@NullMarked
package dev.riffle.cli.convert;

import org.jspecify.annotations.NullMarked;
