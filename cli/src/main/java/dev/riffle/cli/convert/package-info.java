/**
 * Implements the commands that change the format: {@code convert}, {@code import}, {@code export}.
 *
 * <p>Open {@link dev.riffle.cli.convert.ConvertRequest} first. {@link dev.riffle.formats} implements the formats.
 * {@link dev.riffle.cli.rewrite} has the commands that keep the payloads of records unchanged. Each request runs on one
 * thread.
 */
@NullMarked
package dev.riffle.cli.convert;

import org.jspecify.annotations.NullMarked;
