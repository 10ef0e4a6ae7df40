/**
 * Keeps the documents true: dumps are parsed, names and listings looked up. Open {@link dev.riffle.documents.HexDump} first.
 */
@NullMarked
package dev.riffle.documents;

import org.jspecify.annotations.NullMarked;
