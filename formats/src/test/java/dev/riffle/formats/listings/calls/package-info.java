/** Compiles and runs the calls in {@code docs/migrate/tensorflow-calls.md} that need more than core. */
@NullMarked
package dev.riffle.formats.listings.calls;

import org.jspecify.annotations.NullMarked;
