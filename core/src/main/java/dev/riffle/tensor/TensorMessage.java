package dev.riffle.tensor;

import dev.riffle.internal.ArrayView;
import dev.riffle.internal.WireException;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.MalformedTensorException.Reason;
import java.io.IOException;

/** A checked TensorProto in memory: its type, its shape and the position of its content. */
final class TensorMessage {

    /** The largest number of dimensions in TensorFlow. */
    private static final int MOST_DIMENSIONS = 254;

    private final Bytes message;
    private final byte[] bytes;
    private final int base;
    private final WireScanner wire = new WireScanner();

    private int dtypeNumber;
    private final long[] dims = new long[MOST_DIMENSIONS];
    private int rank;

    /**
     * The position of the content in {@link #message}. If the message has several content fields, the last field
     * counts.
     */
    private int contentFrom;

    private int contentEnd;

    private TensorMessage(Bytes message) {
        this.message = message;
        ArrayView view = new ArrayView();
        try {
            message.writeTo(view);
        } catch (IOException e) {
            throw new IllegalStateException("a view in memory cannot fail", e);
        }
        this.bytes = view.array();
        this.base = view.offset();
    }

    /**
     * Returns the checked message of these bytes.
     *
     * @throws MalformedTensorException if the bytes or the shape are not valid
     */
    static TensorMessage of(Bytes bytes) {
        TensorMessage message = new TensorMessage(bytes);
        try {
            TensorWire.TENSOR.check(message.start(), message.bytes, 0);
        } catch (WireException e) {
            throw new MalformedTensorException(e.offset(), String.valueOf(e.getMessage()));
        }
        message.readFields();
        return message;
    }

    /** Returns a scanner at the first field. */
    WireScanner start() {
        wire.reset(bytes, base, message.size());
        return wire;
    }

    /** Returns the array that {@link #start} scans. */
    byte[] bytes() {
        return bytes;
    }

    int size() {
        return message.size();
    }

    private void readFields() {
        WireScanner fields = start();
        while (!fields.atEnd()) {
            int tag = fields.readTag();
            if (tag == (TensorWire.DTYPE << 3 | WireScanner.VARINT)) {
                dtypeNumber = (int) fields.readVarint();
            } else if (tag == (TensorWire.TENSOR_SHAPE << 3 | WireScanner.LENGTH_DELIMITED)) {
                int end = fields.readLength() + fields.position();
                readShape(fields, end);
            } else if (tag == (TensorWire.CONTENT << 3 | WireScanner.LENGTH_DELIMITED)) {
                int length = fields.readLength();
                contentFrom = fields.position() - base;
                contentEnd = contentFrom + length;
                fields.advance(length);
            } else {
                fields.skip(tag, 0);
            }
        }
    }

    private void readShape(WireScanner fields, int end) {
        while (fields.position() < end) {
            int tag = fields.readTag();
            if (tag != (2 << 3 | WireScanner.LENGTH_DELIMITED)) {
                fields.skip(tag, 1);
                continue;
            }
            if (rank == MOST_DIMENSIONS) {
                throw failure(fields.position(), "more than " + MOST_DIMENSIONS + " dimensions");
            }
            int dimEnd = fields.readLength() + fields.position();
            long dim = 0;
            while (fields.position() < dimEnd) {
                int inner = fields.readTag();
                if (inner == (1 << 3 | WireScanner.VARINT)) {
                    dim = fields.readVarint();
                } else {
                    fields.skip(inner, 2);
                }
            }
            if (dim < 0) {
                throw failure(dimEnd, "dimensions must not be negative: " + dim);
            }
            dims[rank++] = dim;
        }
    }

    private MalformedTensorException failure(int at, String reason) {
        return new MalformedTensorException(at - base, reason);
    }

    /** Returns the type. Throws an exception if the type is unknown or has no data in the message. */
    DType dtype() {
        return DType.numbered(dtypeNumber)
                .orElseThrow(() -> new MalformedTensorException(
                        dtypeNumber == 20 || dtypeNumber == 21 ? Reason.NO_DATA : Reason.MALFORMED,
                        switch (dtypeNumber) {
                            case 0 -> "dtype is missing";
                            case 20 -> "dtype resource has no data outside TensorFlow";
                            case 21 -> "dtype variant has no data outside TensorFlow";
                            default ->
                                dtypeNumber > 100
                                                && DType.numbered(dtypeNumber - 100)
                                                        .isPresent()
                                        ? "dtype " + dtypeNumber + " is a reference, which has no data"
                                        : "unknown dtype " + dtypeNumber;
                        }));
    }

    /**
     * Returns the number of elements of the shape. Multiplies the dimensions in order, like TensorFlow. An overflow is
     * an error even if a later dimension is 0.
     */
    long elements() {
        long elements = 1;
        for (int i = 0; i < rank; i++) {
            if (dims[i] != 0 && elements > Long.MAX_VALUE / dims[i]) {
                throw new MalformedTensorException(-1, "the shape has 2^63 elements or more");
            }
            elements *= dims[i];
        }
        return elements;
    }

    Shape shape() {
        int[] shape = new int[rank];
        for (int i = 0; i < rank; i++) {
            if (dims[i] > Integer.MAX_VALUE) {
                throw new MalformedTensorException(
                        Reason.TOO_LARGE, "dimensions must be at most " + Integer.MAX_VALUE + ": " + dims[i]);
            }
            shape[i] = (int) dims[i];
        }
        return Shape.of(shape);
    }

    /** Returns the content in the memory of the message, or empty bytes if the message has no content. */
    Bytes content() {
        return message.slice(contentFrom, contentEnd);
    }

    /** Returns the offset of {@link #content}. */
    int contentOffset() {
        return contentFrom;
    }
}
