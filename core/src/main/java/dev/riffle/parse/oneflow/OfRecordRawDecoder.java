package dev.riffle.parse.oneflow;

import dev.riffle.example.ExampleCursor;
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
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Decodes one feature of OFRecords into tensors: OneFlow's {@code flow.nn.OFRecordRawDecoder}.
 *
 * <pre>{@code
 * OfRecordRawDecoder images = OfRecordRawDecoder.of("images", Shape.of(28, 28), DType.FLOAT32);
 * DenseTensor batch = images.decode(payloads); // [number of payloads, 28, 28]
 * }</pre>
 *
 * <p>The decoder returns one element for each value of a numeric list. A bytes_list must have a single value, and the
 * decoder returns one element for each byte. A byte counts as an integer from -128 to 127 for every type. For uint8,
 * this rule keeps the bits. Conversion follows C++. Integers keep their low bits in narrower types. Floats lose their
 * fraction in integer types. The number of values must be the number of elements of the shape, unless
 * {@link #truncate()} or {@link #varyingFirstDimension()} is used.
 *
 * <p>OneFlow aborts the process if a feature is missing or has no kind, a wrong number of values, or several byte
 * strings. OneFlow leaves elements undefined for bytes of a wrong length, and for floats or doubles outside the target
 * type. In all these cases, this decoder throws {@link ExampleParseException} with the record and the feature. The
 * decoder reads only the values of this feature.
 *
 * <p>Immutable and safe for use by several threads. Source of the rules:
 * {@code oneflow/user/kernels/ofrecord_decoder_kernels.cpp}.
 *
 * @since 0.1
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

    /** The number of elements of the shape, which is the largest number of elements of one record. */
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
     * Returns a decoder of features. The number of values of a feature must be the number of elements of the shape.
     *
     * @param name the feature's name; OneFlow calls it blob_name
     * @param shape the shape for one record
     * @param dtype int8, uint8 (OneFlow's char too), int32, int64, float32 or float64
     * @throws IllegalArgumentException if the name has an unpaired surrogate, if the decoder does not support the type,
     *     or if the shape has more elements than an array. If the first dimension is 0, the limit applies to the
     *     elements of one index
     */
    public static OfRecordRawDecoder of(String name, Shape shape, DType dtype) {
        Argument.present(name, "name");
        Argument.present(shape, "shape");
        Utf8.encode(name);
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
     * Returns a decoder like this one, with a varying first dimension. Records can have values for fewer indices of
     * this dimension. OneFlow calls this option dim1_varying_length.
     *
     * @throws IllegalArgumentException if the shape has no first dimension, if an index of the first dimension has no
     *     elements, or if this decoder truncates
     */
    public OfRecordRawDecoder varyingFirstDimension() {
        if (shape.rank() == 0 || inner == 0) {
            throw new IllegalArgumentException("shape must have a first dimension that can vary: " + shape);
        }
        return changed(Length.VARYING);
    }

    /**
     * Returns a decoder like this one, with a fixed number of elements. The decoder drops values beyond the shape, and
     * replaces missing values by zeros.
     *
     * @throws IllegalArgumentException if this decoder's first dimension varies
     */
    public OfRecordRawDecoder truncate() {
        return changed(Length.TRUNCATED);
    }

    private OfRecordRawDecoder changed(Length changed) {
        if (length != Length.FIXED && length != changed) {
            throw new IllegalArgumentException("truncate() and varyingFirstDimension() cannot be combined");
        }
        return new OfRecordRawDecoder(name, shape, dtype, changed);
    }

    /**
     * Decodes one record into a tensor of this decoder's shape. If the first dimension varies, this dimension can be
     * smaller.
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
        RawColumn column = column();
        finder().each(record, (row, cursor) -> add(column, cursor, length == Length.TRUNCATED));
        if (length != Length.VARYING) {
            return DenseTensor.of(shape, column.values());
        }
        int[] dims = shape.toArray();
        dims[0] = column.size() / inner;
        return DenseTensor.of(Shape.of(dims), column.values());
    }

    /**
     * Decodes records together into one tensor. The first dimension is the batch; the dimensions of this decoder's
     * shape follow. If the first dimension of the shape varies, zeros fill shorter records. {@link #decodeRagged} keeps
     * the lengths.
     *
     * @throws ExampleParseException for the first record whose feature does not fit, or that is not an OFRecord
     * @throws IllegalArgumentException if the tensor would be larger than an array
     */
    public DenseTensor decode(PayloadBatch records) {
        Argument.present(records, "records");
        RawColumn column = column();
        column.reserve((long) records.size() * elements);
        finder().each(records, (row, cursor) -> add(column, cursor, true));
        return DenseTensor.of(shape.prepend(records.size()), column.values());
    }

    /** Like {@link #decode(PayloadBatch)}, from a list. */
    public DenseTensor decode(List<Bytes> records) {
        Argument.allPresent(records, "records");
        return decode(PayloadBatch.of(records));
    }

    /**
     * Decodes records together into a ragged tensor with one row for each record. The length of a row is the first
     * dimension of its record. The other dimensions of the shape follow.
     *
     * @throws ExampleParseException for the first record whose feature does not fit, or that is not an OFRecord
     * @throws IllegalArgumentException if the tensor would be larger than an array
     * @throws IllegalStateException if the first dimension does not vary
     */
    public RaggedTensor decodeRagged(PayloadBatch records) {
        Argument.present(records, "records");
        if (length != Length.VARYING) {
            throw new IllegalStateException("decodeRagged needs varyingFirstDimension()");
        }
        RawColumn column = column();
        long[] splits = new long[records.size() + 1];
        finder().each(records, (row, cursor) -> {
            add(column, cursor, false);
            splits[row + 1] = column.size() / inner;
        });
        return new RaggedTensor(column.values(), List.of(Values.ofLongs(splits)), innerShape(shape));
    }

    /** Like {@link #decodeRagged(PayloadBatch)}, from a list. */
    public RaggedTensor decodeRagged(List<Bytes> records) {
        Argument.allPresent(records, "records");
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
                        ? "change the shape, or call truncate() or varyingFirstDimension()"
                        : "change the shape, or call truncate()"));
    }

    private static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
