/**
 * Converts tables and lines to {@linkplain dev.riffle.example.Example Examples}, and back.
 *
 * <p>Open {@link dev.riffle.formats.CsvImport} first. A {@linkplain dev.riffle.formats.ExampleImport survey} of the
 * complete input finds the kind of each column. Then a second pass creates the Examples. {@link
 * dev.riffle.formats.JsonLinesImport} reads JSON lines in this way too. {@link dev.riffle.formats.CsvExport} and {@link
 * dev.riffle.formats.JsonLinesExport} write Examples. The import of JSON lines reads the export back without loss.
 * {@code dev.riffle} reads and writes records and files. Settings are immutable and safe for use by several threads.
 * Readers and writers belong to one thread at a time.
 */
@NullMarked
package dev.riffle.formats;

import org.jspecify.annotations.NullMarked;
