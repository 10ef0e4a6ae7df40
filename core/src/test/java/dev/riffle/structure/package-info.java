/**
 * Tests of the shape of the code: which package may know which, what is public, what things are called, and that the
 * documents name what exists. Open {@link dev.riffle.structure.PackageDirectionTest} first.
 */
@NullMarked
package dev.riffle.structure;

import org.jspecify.annotations.NullMarked;
