package dev.riffle.hadoop;

import dev.riffle.io.ByteRange;
import dev.riffle.io.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.util.functional.FutureIO;

/** Reads ranges of a stored file with one vectored read. Hadoop rejects ranges that pass the end. */
final class VectoredReads {

    private static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 8;

    /** The largest range to allocate without knowing that the file has its bytes. */
    private static final long MOST_UNCHECKED_BYTES = 1 << 20;

    private final HadoopSource source;
    private final List<ByteRange> ranges;

    /** The offset at which the file ends; {@link Long#MAX_VALUE} if it is unknown. */
    private final long fileEnd;

    VectoredReads(HadoopSource source, List<ByteRange> ranges) throws IOException {
        this.source = source;
        this.ranges = ranges;
        boolean large = ranges.stream().anyMatch(range -> range.length() > MOST_UNCHECKED_BYTES);
        this.fileEnd = large ? source.size().orElse(Long.MAX_VALUE) : source.knownEnd();
    }

    /** Returns the bytes of the ranges. A range has fewer bytes if the file ends before. */
    List<Bytes> read() throws IOException {
        List<ByteRange> wanted = new ArrayList<>();
        for (ByteRange range : ranges) {
            long length = lengthOf(range);
            if (length > MOST_ARRAY_BYTES) {
                throw new IllegalArgumentException(
                        "a range must have at most " + MOST_ARRAY_BYTES + " bytes: " + length);
            }
            if (length > 0) {
                wanted.add(new ByteRange(range.offset(), length));
            }
        }
        Iterator<Bytes> read =
                wanted.isEmpty() ? Collections.emptyIterator() : read(wanted).iterator();
        return ranges.stream()
                .map(range -> lengthOf(range) > 0 ? read.next() : Bytes.empty())
                .toList();
    }

    /** Returns the number of bytes of a range before the known end of the file. */
    private long lengthOf(ByteRange range) {
        return Math.min(range.length(), Math.max(0, fileEnd - range.offset()));
    }

    private List<Bytes> read(List<ByteRange> wanted) throws IOException {
        List<FileRange> requests = wanted.stream()
                .map(range -> FileRange.createFileRange(range.offset(), (int) range.length()))
                .toList();
        try (FSDataInputStream input = source.streamOfRanges()) {
            input.readVectored(requests, ByteBuffer::allocate);
            List<Bytes> read = new ArrayList<>();
            for (FileRange request : requests) {
                read.add(Bytes.ofOwned(bytes(FutureIO.awaitFuture(request.getData()))));
            }
            return read;
        } catch (EOFException e) {
            // A range passes the end of the file.
            return source.readInOrder(wanted);
        } catch (IOException e) {
            throw FileFailures.named(source.name(), e);
        }
    }

    private static byte[] bytes(ByteBuffer read) {
        if (read.hasArray() && read.arrayOffset() == 0 && read.remaining() == read.array().length) {
            return read.array();
        }
        byte[] bytes = new byte[read.remaining()];
        read.get(bytes);
        return bytes;
    }
}
