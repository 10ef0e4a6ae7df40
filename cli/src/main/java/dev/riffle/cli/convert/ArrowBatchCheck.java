package dev.riffle.cli.convert;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * Compares the lengths in a batch with each other. When Arrow loads a batch, it makes all columns as long as the batch
 * says: it hides the values after this length, and adds zeros and nulls before it. Then no later check could find the
 * damage.
 */
final class ArrowBatchCheck {

    /**
     * A vector with the name of its column.
     *
     * @param name the column or dictionary, for messages
     * @param isColumn whether the vector is the column, not a child in a column
     */
    private record Part(String name, FieldVector vector, boolean isColumn) {

        int buffers() {
            return TypeLayout.getTypeBufferCount(vector.getField().getType());
        }

        boolean isView() {
            return vector instanceof BaseVariableWidthViewVector;
        }
    }

    /** Thrown for a batch that can be intact, but needs too much memory. */
    static final class LimitException extends IOException {

        private static final long serialVersionUID = 1L;

        private LimitException(String message) {
            super(message);
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private final ArrowRecordBatch batch;
    private final ArrowMessages messages;

    private ArrowBatchCheck(ArrowRecordBatch batch, ArrowMessages messages) {
        this.batch = batch;
        this.messages = messages;
    }

    private void add(String name, FieldVector vector, boolean isColumn) {
        parts.add(new Part(name, vector, isColumn));
        if (!vector.getField().getChildren().isEmpty()) {
            vector.getChildrenFromFields().forEach(child -> add(name, child, false));
        }
    }

    /** Returns the check of a batch of rows. */
    static ArrowBatchCheck ofColumns(VectorSchemaRoot columns, ArrowRecordBatch batch, ArrowMessages messages) {
        ArrowBatchCheck check = new ArrowBatchCheck(batch, messages);
        columns.getFieldVectors().forEach(column -> check.add("column \"" + column.getName() + '"', column, true));
        return check;
    }

    /** Returns the check of a batch of the values of a dictionary. */
    static ArrowBatchCheck ofDictionary(Dictionary dictionary, ArrowRecordBatch batch, ArrowMessages messages) {
        ArrowBatchCheck check = new ArrowBatchCheck(batch, messages);
        check.add("dictionary " + dictionary.getEncoding().getId(), dictionary.getVector(), true);
        return check;
    }

    /** Checks that each column has the rows of the batch, and that its buffers have space for these rows. */
    void beforeLoad() throws IOException {
        checkCounts();
        Iterator<ArrowBuf> buffers = batch.getBuffers().iterator();
        Iterator<Long> views = batch.getVariadicBufferCounts().iterator();
        Iterator<ArrowFieldNode> nodes = batch.getNodes().iterator();
        for (Part part : parts) {
            ArrowFieldNode node = nodes.next();
            if (part.isColumn() && node.getLength() != batch.getLength()) {
                throw messages.damaged(
                        "has " + batch.getLength() + " rows, but its " + part.name() + " has " + node.getLength());
            }
            checkBuffers(part, node, buffers);
            for (long skipped = part.isView() ? views.next() : 0; skipped > 0; skipped--) {
                buffers.next();
            }
        }
    }

    private void checkCounts() throws IOException {
        if (batch.getNodes().size() != parts.size()) {
            throw messages.damaged("has " + batch.getNodes().size() + " columns and children of columns, but the schema"
                    + " has " + parts.size());
        }
        long views = parts.stream().filter(Part::isView).count();
        List<Long> counts = batch.getVariadicBufferCounts();
        if (counts.size() != views || counts.stream().anyMatch(count -> count < 0 || count > Integer.MAX_VALUE)) {
            throw messages.damaged("has the numbers of buffers " + counts + ", but " + views + " columns of views");
        }
        long buffers = parts.stream().mapToLong(Part::buffers).sum()
                + counts.stream().mapToLong(Long::longValue).sum();
        if (batch.getBuffers().size() != buffers) {
            throw messages.damaged("has " + batch.getBuffers().size() + " buffers, but its columns need " + buffers);
        }
        byte codec = batch.getBodyCompression().getCodec();
        if (isCompressed()
                && CompressionUtil.CodecType.fromCompressionType(codec) == CompressionUtil.CodecType.NO_COMPRESSION) {
            throw messages.damaged("has the compression " + codec + ", but Arrow has 0 (LZ4) and 1 (zstd)");
        }
    }

    private boolean isCompressed() {
        return batch.getBodyCompression().getCodec() != NoCompressionCodec.COMPRESSION_TYPE;
    }

    private void checkBuffers(Part part, ArrowFieldNode node, Iterator<ArrowBuf> buffers) throws IOException {
        long[] needed = needed(part.vector(), node.getLength());
        for (int i = 0; i < part.buffers(); i++) {
            long size = size(part, buffers.next());
            boolean isOmitted = i == 0 && size == 0 && node.getNullCount() == 0;
            if (i < needed.length && size < needed[i] && !isOmitted) {
                throw messages.damaged("has " + size + " bytes in buffer " + i + " of its " + part.name() + ", but "
                        + node.getLength() + " values need " + needed[i]);
            }
        }
    }

    /** Returns the size of a buffer after decompression, which needs this memory in the heap. */
    private long size(Part part, ArrowBuf buffer) throws IOException {
        long stored = buffer.readableBytes();
        if (stored == 0 || !isCompressed()) {
            return stored;
        }
        if (stored < CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH) {
            throw messages.damaged("has a compressed buffer of " + stored + " bytes, but "
                    + CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH + " bytes must state its length");
        }
        long length = buffer.getLong(0);
        if (length == CompressionUtil.NO_COMPRESSION_LENGTH) {
            return stored - CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH;
        }
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw messages.damaged("states " + length + " bytes after decompression of its " + part.name()
                    + ", but expected 0 to " + Integer.MAX_VALUE);
        }
        long limit = Runtime.getRuntime().maxMemory() / 2;
        if (length > limit) {
            throw new LimitException("the " + part.name() + " of a batch states " + length
                    + " bytes after decompression, but the limit is " + limit + ", half of the heap; if the file is not"
                    + " damaged, write smaller batches, or raise the heap (-Xmx)");
        }
        return length;
    }

    /**
     * Returns the smallest sizes of the buffers for a number of values. A vector of an unsupported type has none. The
     * first buffer has a bit for each value, and may be empty if no value is null.
     */
    private static long[] needed(FieldVector vector, long count) {
        long bits = (count + Byte.SIZE - 1) / Byte.SIZE;
        if (count == 0) {
            return new long[0];
        } else if (vector instanceof ExtensionTypeVector<?> extension) {
            ValueVector storage = extension.getUnderlyingVector();
            return storage instanceof FieldVector inner ? needed(inner, count) : new long[0];
        } else if (vector instanceof BitVector) {
            return new long[] {bits, bits};
        } else if (vector instanceof BaseFixedWidthVector fixed) {
            return new long[] {bits, count * fixed.getTypeWidth()};
        } else if (vector instanceof BaseVariableWidthVector || vector instanceof ListVector) {
            return new long[] {bits, (count + 1) * Integer.BYTES};
        } else if (vector instanceof BaseLargeVariableWidthVector || vector instanceof LargeListVector) {
            return new long[] {bits, (count + 1) * Long.BYTES};
        } else if (vector instanceof BaseVariableWidthViewVector) {
            return new long[] {bits, count * BaseVariableWidthViewVector.ELEMENT_SIZE};
        } else if (vector instanceof ListViewVector) {
            return new long[] {bits, count * Integer.BYTES, count * Integer.BYTES};
        } else if (vector instanceof LargeListViewVector) {
            return new long[] {bits, count * Long.BYTES, count * Long.BYTES};
        }
        return vector instanceof StructVector || vector instanceof FixedSizeListVector
                ? new long[] {bits}
                : new long[0];
    }

    /** Checks that the children of lists and structs have the values that these need. */
    void afterLoad() throws IOException {
        Iterator<ArrowFieldNode> nodes = batch.getNodes().iterator();
        for (Part part : parts) {
            int length = nodes.next().getLength();
            if (part.vector().getValueCount() > length) {
                throw messages.damaged("has " + length + " values in the lists or structs of its " + part.name()
                        + ", but these need " + part.vector().getValueCount());
            }
        }
    }
}
