package dev.riffle.parse.oneflow;

import dev.riffle.example.ExampleCursor;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.RowFault;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Makes tensors of one feature of OFRecords: OneFlow's {@code flow.nn.OFRecordRawDecoder}.
 *
 * <pre>{@code
 * OfRecordRawDecoder images = OfRecordRawDecoder.of("images", Shape.of(28, 28), DType.FLOAT32);
 * DenseTensor batch = images.decode(payloads); // [number of payloads, 28, 28]
 * }</pre>
 *
 * <p>A numeric list gives an element for each of its values; a bytes_list, which must have a single value, one for each
 * byte, taken as an integer from -128 to 127 whatever the type (for uint8 that keeps the bits). Conversion is that of C++:
 * integers keep their low bits where the type is narrower, floats are cut to integers. There must be as many values as the
 * shape has elements, unless {@link #truncate()} or {@link #varyingFirstDimension()} says otherwise.
 *
 * <p>Where OneFlow ends the process (a missing feature, one without a kind, another number of values, several byte
 * strings) or leaves elements undefined (bytes of another length, numbers outside the type that floats or doubles become), an
 * {@link ExampleParseException} names record and feature. Only the wanted feature's values are looked at. Immutable and
 * safe for several threads. Source of the rules: {@code oneflow/user/kernels/ofrecord_decoder_kernels.cpp}.
 */
public final class OfRecordRawDecoder {

    private static final Set<DType> DTYPES =
            EnumSet.of(DType.INT8, DType.UINT8, DType.INT32, DType.INT64, DType.FLOAT32, DType.FLOAT64);

    private enum Length {
        FIXED,
        TRUNCATED,
        VARYING
    }

    private final String name;
    private final Shape shape;
    private final DType dtype;
    private final Length length;

    /** How many elements one record has at most, and how many there are for each index of the first dimension. */
    private final int elements;

    private final int inner;

    private OfRecordRawDecoder(String name, Shape shape, DType dtype, Length length) {
        this.name = name;
        this.shape = shape;
        this.dtype = dtype;
        this.length = length;
        this.elements = (int) shape.elements();
        this.inner = shape.rank() == 0 ? 1 : (int) innerShape(shape).elements();
    }

    private static Shape innerShape(Shape shape) {
        return Shape.of(Arrays.copyOfRange(shape.toArray(), 1, shape.rank()));
    }

    /**
     * A decoder of features that have as many values as a shape has elements.
     *
     * @param name the feature's name; OneFlow calls it blob_name
     * @param shape the shape for one record
     * @param dtype int8, uint8 (OneFlow's char too), int32, int64, float32 or float64
     * @throws IllegalArgumentException if the type is another one, or the shape has more elements than an array,
     *     also where they are those of an index of a first dimension of 0
     */
    public static OfRecordRawDecoder of(String name, Shape shape, DType dtype) {
        if (!DTYPES.contains(dtype)) {
            throw new IllegalArgumentException("dtype must be int8, uint8, int32, int64, float32 or float64: " + dtype);
        }
        long inner = shape.rank() == 0 ? 1 : innerShape(shape).elements();
        if (Math.max(inner, shape.elements()) > (Integer.MAX_VALUE - 8) / dtype.byteSize()) {
            throw new IllegalArgumentException("shape has more elements than fit an array: " + shape);
        }
        return new OfRecordRawDecoder(name, shape, dtype, Length.FIXED);
    }

    /**
     * Takes what is there, up to the shape: values for the whole shape or for fewer indices of its first dimension. OneFlow
     * calls it dim1_varying_length.
     *
     * @throws IllegalArgumentException if the shape has no first dimension or one without elements below it, or this
     *     decoder truncates
     */
    public OfRecordRawDecoder varyingFirstDimension() {
        if (shape.rank() == 0 || inner == 0) {
            throw new IllegalArgumentException("shape must have a first dimension that can vary: " + shape);
        }
        return changed(Length.VARYING);
    }

    /**
     * Leaves out values beyond the shape, and puts zeros where there are too few.
     *
     * @throws IllegalArgumentException if this decoder's first dimension varies
     */
    public OfRecordRawDecoder truncate() {
        return changed(Length.TRUNCATED);
    }

    private OfRecordRawDecoder changed(Length changed) {
        if (length != Length.FIXED && length != changed) {
            throw new IllegalArgumentException("truncate() and varyingFirstDimension() exclude each other");
        }
        return new OfRecordRawDecoder(name, shape, dtype, changed);
    }

    /**
     * Decodes one record. The tensor has the shape of this decoder, with a smaller first dimension if that varies and less
     * is there.
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
        RawColumn column = column();
        finder().each(record, cursor -> add(column, cursor, length == Length.TRUNCATED));
        if (length != Length.VARYING) {
            return DenseTensor.of(shape, column.values());
        }
        int[] dims = shape.toArray();
        dims[0] = column.size() / inner;
        return DenseTensor.of(Shape.of(dims), column.values());
    }

    /**
     * Decodes records together: the first dimension is that of the batch, in front of this decoder's shape. If the first
     * dimension varies, zeros follow where less is there than the shape has; {@link #decodeRagged} keeps the lengths.
     *
     * @throws ExampleParseException for the first record whose feature does not fit, or that is no OFRecord
     * @throws IllegalArgumentException if the tensor would be larger than an array
     */
    public DenseTensor decode(PayloadBatch records) {
        RawColumn column = column();
        column.reserve((long) records.size() * elements);
        finder().each(records, cursor -> add(column, cursor, true));
        return DenseTensor.of(shape.prepend(records.size()), column.values());
    }

    /** Decodes records together, as {@link #decode(PayloadBatch)}. */
    public DenseTensor decode(List<Bytes> records) {
        return decode(PayloadBatch.of(records));
    }

    /**
     * Decodes records together into rows that are as long as the first dimension of each, in front of the shape's other
     * dimensions.
     *
     * @throws ExampleParseException for the first record whose feature does not fit, or that is no OFRecord
     * @throws IllegalArgumentException if the tensor would be larger than an array
     * @throws IllegalStateException if the first dimension does not vary
     */
    public RaggedTensor decodeRagged(PayloadBatch records) {
        if (length != Length.VARYING) {
            throw new IllegalStateException("rows differ only with varyingFirstDimension()");
        }
        RawColumn column = column();
        RowEnds ends = new RowEnds(records.size());
        finder().each(records, cursor -> {
            add(column, cursor, false);
            ends.add(column.size() / inner);
        });
        return new RaggedTensor(column.values(), List.of(ends.values()), innerShape(shape));
    }

    /** Decodes records together into rows, as {@link #decodeRagged(PayloadBatch)}. */
    public RaggedTensor decodeRagged(List<Bytes> records) {
        return decodeRagged(PayloadBatch.of(records));
    }

    private RawColumn column() {
        return new RawColumn(name, dtype);
    }

    private OneFeature finder() {
        return new OneFeature(name, (length == Length.VARYING ? "at most " : "") + count(elements, "value"));
    }

    private void add(RawColumn column, ExampleCursor cursor, boolean zeros) {
        int available = column.available(cursor);
        int taken = taken(available, cursor);
        column.add(cursor, taken);
        if (zeros) {
            column.reserve(elements - taken);
            column.addZeros(elements - taken);
        }
    }

    private int taken(int available, ExampleCursor cursor) {
        boolean fits = switch (length) {
            case FIXED -> available == elements;
            case TRUNCATED -> true;
            case VARYING -> available <= elements && available % inner == 0;
        };
        if (!fits) {
            throw otherCount(available, cursor);
        }
        return Math.min(available, elements);
    }

    private RowFault otherCount(int available, ExampleCursor cursor) {
        String thing = switch (cursor.kind()) {
            case BYTES -> "byte";
            case FLOAT, DOUBLE, INT32, INT64, NOT_SET -> "value";
        };
        String expected = count(elements, thing);
        if (length == Length.VARYING) {
            expected = available > elements ? "at most " + expected : "a multiple of " + count(inner, thing);
        }
        return RowFault.of(new ParseFault(
                name,
                expected,
                count(available, thing),
                length == Length.FIXED
                        ? "change the shape, or say truncate() or varyingFirstDimension()"
                        : "change the shape, or say truncate()"));
    }

    private static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
