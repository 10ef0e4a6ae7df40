package dev.riffle.formats;

import java.io.IOException;

/** Text that Examples can be made of. Immutable; each method reads the input from its beginning. */
public sealed interface ExampleImport permits CsvImport, JsonLinesImport {

    /**
     * Reads the whole input and finds the kind of each column: the one that was given, or the narrowest that loses nothing.
     *
     * <ul>
     *   <li>Only integers that fit 64 bits, and JSON's true and false: {@code INT64}.
     *   <li>Decimal numbers that fit the range of a 32-bit float, integers among them: {@code FLOAT}.
     *   <li>Anything else: {@code BYTES}, the text as it stands. This is so for integers with leading zeros ("007") or a
     *       plus sign, for integers beyond 64 bits, and for decimal numbers beyond the range of a float.
     *   <li>No value at all: {@code NOT_SET}; no Example gets such a feature.
     * </ul>
     *
     * @throws ImportException if the text is malformed; the message names file and line
     * @throws IOException if the input cannot be read; a source that opens only once cannot be read twice
     */
    Survey survey() throws IOException;

    /**
     * Opens the input to make Examples with columns of these kinds, as a survey of the same input found them.
     *
     * @throws ImportException if the text is malformed; the message names file and line
     * @throws IOException if the input cannot be read
     */
    ExampleReader open(ColumnTypes types) throws IOException;
}
