package dev.riffle.hadoop;

import dev.riffle.io.ByteRange;
import dev.riffle.io.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.util.functional.FutureIO;

/** Reads ranges of a stored file with one vectored read. Hadoop rejects ranges that overlap or pass the end. */
final class VectoredReads {

    private static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 8;

    /** The largest block of ranges that touch. It bounds the memory that one small result keeps alive. */
    private static final long MOST_JOINED_BYTES = 8 << 20;

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
        int[] order = IntStream.range(0, ranges.size())
                .filter(i -> wanted(i) > 0)
                .boxed()
                .sorted(Comparator.comparingLong(i -> ranges.get(i).offset()))
                .mapToInt(i -> i)
                .toArray();
        List<ByteRange> blocks = blocks(order);
        List<Bytes> read = blocks.isEmpty() ? List.of() : readBlocks(blocks);
        Bytes[] results = new Bytes[ranges.size()];
        Arrays.fill(results, Bytes.empty());
        int block = 0;
        for (int i : order) {
            ByteRange range = ranges.get(i);
            while (range.offset() >= blocks.get(block).end()) {
                block++;
            }
            Bytes bytes = read.get(block);
            long from = range.offset() - blocks.get(block).offset();
            results[i] =
                    bytes.slice((int) Math.min(from, bytes.size()), (int) Math.min(from + wanted(i), bytes.size()));
        }
        return List.of(results);
    }

    /** Returns the number of bytes of a range before the known end of the file. */
    private long wanted(int range) {
        ByteRange wanted = ranges.get(range);
        return Math.min(wanted.length(), Math.max(0, fileEnd - wanted.offset()));
    }

    /** Joins ranges that overlap, and ranges that touch up to a limit. */
    private List<ByteRange> blocks(int[] order) {
        List<ByteRange> blocks = new ArrayList<>();
        for (int i : order) {
            long begin = ranges.get(i).offset();
            long end = begin + wanted(i);
            ByteRange last = blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
            if (last != null
                    && (begin < last.end() || begin == last.end() && end - last.offset() <= MOST_JOINED_BYTES)) {
                blocks.remove(blocks.size() - 1);
                begin = last.offset();
                end = Math.max(end, last.end());
            }
            if (end - begin > MOST_ARRAY_BYTES) {
                throw new IllegalArgumentException(
                        "a range must have at most " + MOST_ARRAY_BYTES + " bytes: " + (end - begin));
            }
            blocks.add(new ByteRange(begin, end - begin));
        }
        return blocks;
    }

    private List<Bytes> readBlocks(List<ByteRange> blocks) throws IOException {
        List<FileRange> requests = blocks.stream()
                .map(block -> FileRange.createFileRange(block.offset(), (int) block.length()))
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
            return source.readInOrder(blocks);
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
