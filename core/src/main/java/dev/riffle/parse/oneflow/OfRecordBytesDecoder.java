package dev.riffle.parse.oneflow;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.internal.Argument;
import dev.riffle.internal.Utf8;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.RowFault;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Values;
import java.util.List;

/**
 * Decodes the byte string of one feature of OFRecords without conversion: OneFlow's
 * {@code flow.nn.OFRecordBytesDecoder}. The feature must be a bytes_list of exactly one value. For other features,
 * OneFlow aborts the process, but this decoder throws {@link ExampleParseException}. Immutable and safe for use by
 * several threads.
 *
 * @since 0.1
 */
public final class OfRecordBytesDecoder {

    private final String name;

    private OfRecordBytesDecoder(String name) {
        this.name = name;
    }

    /**
     * Returns a decoder of one feature.
     *
     * @param name the feature's name; OneFlow calls it blob_name
     * @throws IllegalArgumentException if the name has an unpaired surrogate
     */
    public static OfRecordBytesDecoder of(String name) {
        Argument.present(name, "name");
        Utf8.encode(name);
        return new OfRecordBytesDecoder(name);
    }

    /**
     * Decodes one record into a tensor of uint8, with one element for each byte of the string.
     *
     * @throws ExampleParseException if the feature does not fit, or the bytes are not an OFRecord
     */
    public DenseTensor decode(byte[] record) {
        Argument.present(record, "record");
        return decodeSingle(new PayloadBatch().add(record));
    }

    /** Like {@link #decode(byte[])}, from {@link Bytes}. */
    public DenseTensor decode(Bytes record) {
        Argument.present(record, "record");
        return decodeSingle(new PayloadBatch().add(record));
    }

    private DenseTensor decodeSingle(PayloadBatch record) {
        RawColumn column = new RawColumn(name, DType.UINT8);
        finder().each(record, (row, cursor) -> add(column, cursor));
        return DenseTensor.vector(column.values());
    }

    /**
     * Decodes records together into a ragged tensor of uint8. Each record has one row.
     *
     * @throws ExampleParseException for the first record whose feature does not fit, or that is not an OFRecord
     * @throws IllegalArgumentException if the tensor would be larger than an array
     */
    public RaggedTensor decode(PayloadBatch records) {
        Argument.present(records, "records");
        RawColumn column = new RawColumn(name, DType.UINT8);
        long[] splits = new long[records.size() + 1];
        finder().each(records, (row, cursor) -> {
            add(column, cursor);
            splits[row + 1] = column.size();
        });
        return RaggedTensor.of(column.values(), Values.ofLongs(splits));
    }

    /** Like {@link #decode(PayloadBatch)}, from a list. */
    public RaggedTensor decode(List<Bytes> records) {
        Argument.allPresent(records, "records");
        return decode(PayloadBatch.of(records));
    }

    private OneFeature finder() {
        return new OneFeature(name, "a bytes_list of exactly 1 value");
    }

    private void add(RawColumn column, ExampleCursor cursor) {
        if (cursor.kind() != Kind.BYTES) {
            int count = cursor.count();
            throw RowFault.of(new ParseFault(
                    name,
                    "a bytes_list of exactly 1 value",
                    cursor.kind().fieldName() + " of " + count + (count == 1 ? " value" : " values"),
                    "decode numbers with OfRecordRawDecoder"));
        }
        column.add(cursor, column.available(cursor));
    }
}
