/**
 * Checks that the documents match the code: parses their dumps, and looks up their names and listings. Open
 * {@link dev.riffle.documents.HexDump} first.
 */
@NullMarked
package dev.riffle.documents;

import org.jspecify.annotations.NullMarked;
