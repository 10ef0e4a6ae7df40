/**
 * Compiles and runs programs in Kotlin and Scala that use Riffle: the programs of {@code docs/guides/kotlin-scala.md},
 * in {@code src/interop/kotlin} and {@code src/interop/scala}. Only the profile {@code interop} runs these tests,
 * because the compilers are a download of 115 MB. Open {@link dev.riffle.languages.KotlinClicksIT} first.
 */
@NullMarked
package dev.riffle.languages;

import org.jspecify.annotations.NullMarked;
