/**
 * Tables and lines as {@linkplain dev.riffle.example.Example Examples}, and back.
 *
 * <p>Open {@link dev.riffle.formats.CsvImport} first: a {@linkplain dev.riffle.formats.ExampleImport survey} over the whole
 * input finds the kind of each column, then a second pass makes the Examples. {@link dev.riffle.formats.JsonLinesImport}
 * does the same for JSON lines. {@link dev.riffle.formats.CsvExport} and {@link dev.riffle.formats.JsonLinesExport} go the
 * other way; what JSON lines export writes, JSON lines import reads back without any loss. Records and files are the
 * business of {@code dev.riffle}. Settings are immutable and safe for several threads; readers and writers belong to one
 * thread at a time.
 */
@NullMarked
package dev.riffle.formats;

import org.jspecify.annotations.NullMarked;
