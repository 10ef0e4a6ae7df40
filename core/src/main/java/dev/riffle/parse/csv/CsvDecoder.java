package dev.riffle.parse.csv;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Decodes records that are lines of CSV into columns, by the rules of TensorFlow's {@code tf.io.decode_csv}. Each
 * record has one field for each column. A record has more fields if {@link #selectColumns} selects some fields.
 *
 * <p>A field can be in quotes. A quoted field can contain delimiters, line breaks and doubled quotes. The decoder skips
 * line breaks before a field. It rejects a line break after the last field, so remove such a line break first. An empty
 * field has the column's default. Numbers can have white space around them. Floats can be {@code inf}, {@code nan} or
 * hexadecimal. Floats that are too large become infinite. The decoder rejects integers that are too large. For CSV
 * files, use {@code CsvImport} in {@code dev.riffle.formats}.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
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

    /** Returns a decoder of records with these columns, separated by commas. */
    public static CsvDecoder of(CsvColumn... columns) {
        Argument.present(columns, "columns");
        return of(Arrays.asList(columns));
    }

    /**
     * Like {@link #of(CsvColumn...)}, with the columns in a list.
     *
     * @throws IllegalArgumentException if the list is empty
     */
    public static CsvDecoder of(List<CsvColumn> columns) {
        Argument.allPresent(columns, "columns");
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("at least one column is required");
        }
        return new CsvDecoder(List.copyOf(columns), (byte) ',', true, Bytes.empty(), new int[0]);
    }

    /**
     * Returns a decoder like this one, with another character between fields.
     *
     * @throws IllegalArgumentException if the character is outside ASCII
     */
    public CsvDecoder delimiter(char character) {
        if (character > 0x7f) {
            throw new IllegalArgumentException("the delimiter must be an ASCII character: " + character);
        }
        return new CsvDecoder(columns, (byte) character, quoting, naValue, selected);
    }

    /** Returns a decoder like this one that treats a quote as an ordinary character. */
    public CsvDecoder withoutQuoting() {
        return new CsvDecoder(columns, delimiter, false, naValue, selected);
    }

    /**
     * Returns a decoder like this one that treats fields with this text, with or without quotes, as empty.
     *
     * @throws IllegalArgumentException if the text has an unpaired surrogate
     */
    public CsvDecoder naValue(String text) {
        return naValue(Bytes.ofUtf8(text));
    }

    /** Like {@link #naValue(String)}, with the text as bytes. */
    public CsvDecoder naValue(Bytes bytes) {
        Argument.present(bytes, "bytes");
        return new CsvDecoder(columns, delimiter, quoting, bytes, selected);
    }

    /**
     * Returns a decoder like this one, for records with more fields than columns. {@code places} are the numbers of the
     * columns' fields, from 0. Other fields can have any content. The decoder does not read fields after the last
     * place.
     *
     * @throws IllegalArgumentException if the number of places is not the number of columns, or the places are negative
     *     or not ascending
     */
    public CsvDecoder selectColumns(int... places) {
        Argument.present(places, "places");
        if (places.length != columns.size()) {
            throw new IllegalArgumentException("expected a place for each of the " + columns.size() + " columns, found "
                    + Arrays.toString(places));
        }
        int last = -1;
        for (int place : places) {
            if (place <= last) {
                throw new IllegalArgumentException(
                        "places must be ascending and not negative: " + Arrays.toString(places));
            }
            last = place;
        }
        return new CsvDecoder(columns, delimiter, quoting, naValue, places.clone());
    }

    /**
     * Decodes one record into scalars, one for each column.
     *
     * @throws CsvDecodeException if the record does not fit the columns
     */
    public List<DenseTensor> decode(Bytes record) {
        Argument.present(record, "record");
        return decode(Shape.scalar(), 1, i -> record);
    }

    /**
     * Like {@link #decode(Bytes)}, for text such as a line of a text file.
     *
     * @throws CsvDecodeException if the record does not fit the columns
     * @throws IllegalArgumentException if the text has an unpaired surrogate
     */
    public List<DenseTensor> decode(String record) {
        Argument.present(record, "record");
        return decode(Bytes.ofUtf8(record));
    }

    /**
     * Decodes records into one vector for each column. Each vector has one element for each record.
     *
     * @throws CsvDecodeException if a record does not fit the columns
     * @throws IllegalArgumentException if a column would have 2^31 bytes or more
     */
    public List<DenseTensor> decode(List<Bytes> records) {
        Argument.allPresent(records, "records");
        return decode(Shape.of(records.size()), records.size(), records::get);
    }

    /**
     * Decodes the elements of a tensor into one tensor for each column. All tensors have the same shape.
     *
     * @throws CsvDecodeException if an element does not fit the columns
     * @throws IllegalArgumentException if the elements are not of type STRING, or a column would have 2^31 bytes or
     *     more
     */
    public List<DenseTensor> decode(DenseTensor records) {
        Argument.present(records, "records");
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
