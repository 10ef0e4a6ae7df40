package dev.riffle.parse.oneflow;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.RowFault;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import java.util.List;

/**
 * Takes the byte string of one feature of OFRecords as it is: OneFlow's {@code flow.nn.OFRecordBytesDecoder}. The feature
 * must be a bytes_list of exactly one value; anything else, on which OneFlow ends the process, is an
 * {@link ExampleParseException}. Immutable and safe for several threads.
 */
public final class OfRecordBytesDecoder {

    private final String name;

    private OfRecordBytesDecoder(String name) {
        this.name = name;
    }

    /**
     * A decoder.
     *
     * @param name the feature's name; OneFlow calls it blob_name
     */
    public static OfRecordBytesDecoder of(String name) {
        return new OfRecordBytesDecoder(name);
    }

    /**
     * Decodes one record: a tensor of uint8 with as many elements as the string has bytes.
     *
     * @throws ExampleParseException if the feature does not fit, or the bytes are no OFRecord
     */
    public DenseTensor decode(byte[] record) {
        return decodeSingle(new PayloadBatch().add(record));
    }

    /** Decodes one record, as {@link #decode(byte[])}. */
    public DenseTensor decode(Bytes record) {
        return decodeSingle(new PayloadBatch().add(record));
    }

    private DenseTensor decodeSingle(PayloadBatch record) {
        RawColumn column = new RawColumn(name, DType.UINT8);
        finder().each(record, cursor -> add(column, cursor));
        return DenseTensor.vector(column.values());
    }

    /**
     * Decodes records together: a row of uint8 for each.
     *
     * @throws ExampleParseException for the first record whose feature does not fit, or that is no OFRecord
     * @throws IllegalArgumentException if the tensor would be larger than an array
     */
    public RaggedTensor decode(PayloadBatch records) {
        RawColumn column = new RawColumn(name, DType.UINT8);
        RowEnds ends = new RowEnds(records.size());
        finder().each(records, cursor -> {
            add(column, cursor);
            ends.add(column.size());
        });
        return RaggedTensor.of(column.values(), ends.values());
    }

    /** Decodes records together, as {@link #decode(PayloadBatch)}. */
    public RaggedTensor decode(List<Bytes> records) {
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
