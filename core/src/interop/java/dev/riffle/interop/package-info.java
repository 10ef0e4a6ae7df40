/**
 * TensorFlow itself, in this JVM, reads what we wrote, and we read what it wrote. Only the profile {@code interop} compiles
 * and runs this, because TensorFlow is 160 MB to fetch. Open {@link dev.riffle.interop.RecordInteropIT} first.
 */
@NullMarked
package dev.riffle.interop;

import org.jspecify.annotations.NullMarked;
