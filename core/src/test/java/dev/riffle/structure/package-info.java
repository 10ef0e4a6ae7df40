/**
 * Tests the structure of the code: dependencies of packages, public types, names, and the names in the documents. Open
 * {@link dev.riffle.structure.PackageDirectionTest} first.
 */
@NullMarked
package dev.riffle.structure;

import org.jspecify.annotations.NullMarked;
