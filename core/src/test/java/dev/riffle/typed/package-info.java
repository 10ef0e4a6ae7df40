/** Tests of typed records. */
@NullMarked
package dev.riffle.typed;

import org.jspecify.annotations.NullMarked;
