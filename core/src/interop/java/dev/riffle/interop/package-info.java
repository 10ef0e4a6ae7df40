/**
 * Compares Riffle with TensorFlow in this JVM: each reads files that the other wrote. Also hands memory to trainers.
 * Only the profile {@code interop} compiles and runs these tests, because the downloads have 340 MB. Open
 * {@link dev.riffle.interop.RecordInteropIT} first.
 */
@NullMarked
package dev.riffle.interop;

import org.jspecify.annotations.NullMarked;
