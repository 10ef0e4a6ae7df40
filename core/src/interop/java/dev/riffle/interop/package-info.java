/**
 * Compares Riffle with TensorFlow in this JVM: each reads files that the other wrote. Only the profile {@code interop}
 * compiles and runs these tests, because the download of TensorFlow has 160 MB. Open
 * {@link dev.riffle.interop.RecordInteropIT} first.
 */
@NullMarked
package dev.riffle.interop;

import org.jspecify.annotations.NullMarked;
