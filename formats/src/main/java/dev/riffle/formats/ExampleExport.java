package dev.riffle.formats;

import java.io.IOException;
import java.io.Writer;

/** A way to write Examples as text. Immutable. */
public sealed interface ExampleExport permits CsvExport, JsonLinesExport {

    /** Begins to write; a header, where there is one, comes first. Closing the writer flushes and closes {@code out}. */
    ExampleWriter open(Writer out) throws IOException;
}
