package dev.riffle.formats;

import java.io.IOException;

/**
 * Reads text input as Examples. Immutable and safe for use by several threads; each method reads the input from
 * its beginning.
 *
 * @since 0.1
 */
public sealed interface ExampleImport permits CsvImport, JsonLinesImport {

    /**
     * Reads the complete input and returns the kind of each column: the kind that the caller has set, or the narrowest
     * kind that keeps all values.
     * <ul>
     * <li>Only integers that fit 64 bits, and JSON's true and false: {@code INT64}.
     * <li>Decimal numbers in the range of a 32-bit float, possibly mixed with integers: {@code FLOAT}.
     * <li>Any other value: {@code BYTES}, with the text unchanged. Examples are integers with leading zeros ("007"),
     * with a plus sign or beyond 64 bits, and decimal numbers beyond the range of a float.
     * <li>No value: {@code NOT_SET}; no Example has such a feature.
     * </ul>
     *
     * @throws ImportException if the text is malformed; the message names file and line
     * @throws IOException if the input cannot be read; a source that opens only once cannot be read twice
     */
    Survey survey() throws IOException;

    /**
     * Opens the input to read Examples. Pass the kinds that a survey of this input found.
     *
     * @throws ImportException if the text is malformed; the message names file and line
     * @throws IOException if the input cannot be read
     */
    ExampleReader open(ColumnTypes types) throws IOException;
}
