package dev.riffle.parse.csv;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Records that are lines of CSV, as columns: what TensorFlow's {@code tf.io.decode_csv} does, by its rules. Each record
 * has a field for each column, or those that were selected.
 *
 * <p>A field may stand in quotes; then it may hold delimiters and line breaks, and two quotes for one. Line breaks before a
 * field are passed over; one behind the last field is refused, so cut it off first. An empty field is the column's default.
 * Numbers may have white space around them; floats may be {@code inf}, {@code nan} or hexadecimal, and become infinite where
 * they are too large, while integers are refused then. For files of CSV there is {@code CsvImport} in
 * {@code dev.riffle.formats}.
 *
 * <p>Immutable and safe for several threads.
 */
public final class CsvDecoder {

    private final List<CsvColumn> columns;
    private final byte delimiter;
    private final boolean quoting;
    private final Bytes naValue;
    private final int[] selected;

    private CsvDecoder(List<CsvColumn> columns, byte delimiter, boolean quoting, Bytes naValue, int[] selected) {
        this.columns = columns;
        this.delimiter = delimiter;
        this.quoting = quoting;
        this.naValue = naValue;
        this.selected = selected;
    }

    /** A decoder of records that have these columns, separated by commas. */
    public static CsvDecoder of(CsvColumn... columns) {
        return of(Arrays.asList(columns));
    }

    /**
     * A decoder of records that have these columns, separated by commas.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CsvDecoder of(List<CsvColumn> columns) {
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one column");
        }
        return new CsvDecoder(List.copyOf(columns), (byte) ',', true, Bytes.empty(), new int[0]);
    }

    /**
     * The same with another character between fields.
     *
     * @throws IllegalArgumentException if it takes more than a byte, as all outside ASCII do
     */
    public CsvDecoder delimiter(char character) {
        if (character > 0x7f) {
            throw new IllegalArgumentException(
                    "the delimiter must be a character of ASCII, so that it takes one byte: " + character);
        }
        return new CsvDecoder(columns, (byte) character, quoting, naValue, selected);
    }

    /** The same, but a quote is a character as any other. */
    public CsvDecoder withoutQuoting() {
        return new CsvDecoder(columns, delimiter, false, naValue, selected);
    }

    /** The same, and fields with this text are taken as empty ones, be it in quotes or not. */
    public CsvDecoder naValue(String text) {
        return naValue(Bytes.ofUtf8(text));
    }

    /** The same, and fields with these bytes are taken as empty ones, be they in quotes or not. */
    public CsvDecoder naValue(Bytes bytes) {
        return new CsvDecoder(columns, delimiter, quoting, bytes, selected);
    }

    /**
     * The same, but records have more fields than there are columns, which stand at these places, from 0. Fields between them
     * may hold anything; nothing behind the last of them is looked at.
     *
     * @throws IllegalArgumentException if the places are not as many as the columns, negative or not rising
     */
    public CsvDecoder selectColumns(int... places) {
        if (places.length != columns.size()) {
            throw new IllegalArgumentException("there are " + columns.size()
                    + " columns, so as many places are needed: " + Arrays.toString(places));
        }
        int last = -1;
        for (int place : places) {
            if (place <= last) {
                throw new IllegalArgumentException(
                        "places must not be negative and must rise: " + Arrays.toString(places));
            }
            last = place;
        }
        return new CsvDecoder(columns, delimiter, quoting, naValue, places.clone());
    }

    /**
     * Decodes one record into scalars, one for each column.
     *
     * @throws CsvDecodeException if it does not fit the columns
     */
    public List<DenseTensor> decode(Bytes record) {
        return decode(Shape.scalar(), 1, i -> record);
    }

    /**
     * Decodes one record, such as a line of a text file, into scalars, one for each column.
     *
     * @throws CsvDecodeException if it does not fit the columns
     * @throws IllegalArgumentException if the text has an unpaired surrogate
     */
    public List<DenseTensor> decode(String record) {
        return decode(Bytes.ofUtf8(record));
    }

    /**
     * Decodes records into a vector for each column, of as many elements as there are records.
     *
     * @throws CsvDecodeException if one does not fit the columns
     * @throws IllegalArgumentException if a column would have 2^31 bytes or more
     */
    public List<DenseTensor> decode(List<Bytes> records) {
        return decode(Shape.of(records.size()), records.size(), records::get);
    }

    /**
     * Decodes the elements of a tensor into a tensor of the same shape for each column.
     *
     * @throws CsvDecodeException if an element does not fit the columns
     * @throws IllegalArgumentException if the elements are not of type STRING, or a column would have 2^31 bytes or more
     */
    public List<DenseTensor> decode(DenseTensor records) {
        Values values = records.values();
        if (values.dtype() != DType.STRING) {
            throw new IllegalArgumentException("records must be of type string: " + values.dtype());
        }
        return decode(records.shape(), values.size(), values::bytesAt);
    }

    private List<DenseTensor> decode(Shape shape, int size, IntFunction<Bytes> records) {
        CsvOutput[] outputs =
                columns.stream().map(column -> new CsvOutput(column, size)).toArray(CsvOutput[]::new);
        CsvFields fields = new CsvFields(delimiter, quoting, selected, outputs.length);
        for (int row = 0; row < size; row++) {
            List<Bytes> record = fields.split(records.apply(row), row);
            for (int i = 0; i < outputs.length; i++) {
                put(outputs[i], row, i, record.get(i));
            }
        }
        return Arrays.stream(outputs)
                .map(output -> DenseTensor.of(shape, output.values()))
                .toList();
    }

    private void put(CsvOutput output, int row, int column, Bytes field) {
        int place = selected.length == 0 ? column : selected[column];
        if (field.isEmpty() || field.equals(naValue)) {
            if (!output.putDefault(row)) {
                throw new CsvDecodeException(
                        row,
                        place,
                        "a value, because the column has no default",
                        field.isEmpty() ? "an empty field" : CsvDecodeException.shown(field));
            }
        } else if (!output.put(row, field)) {
            throw new CsvDecodeException(row, place, output.expected(), CsvDecodeException.shown(field));
        }
    }
}
