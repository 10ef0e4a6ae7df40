/** Compiles and runs the calls in the right-hand cells of {@code docs/migrate/tensorflow-calls.md}. */
@NullMarked
package dev.riffle.listings.calls;

import org.jspecify.annotations.NullMarked;
