package dev.riffle.formats;

import java.io.IOException;
import java.io.Writer;

/**
 * Writes Examples as text. Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public sealed interface ExampleExport permits CsvExport, JsonLinesExport {

    /**
     * Returns a writer of Examples to {@code out}. Writes a header first if the text form has a header. Closing the
     * writer flushes and closes {@code out}.
     */
    ExampleWriter open(Writer out) throws IOException;
}
