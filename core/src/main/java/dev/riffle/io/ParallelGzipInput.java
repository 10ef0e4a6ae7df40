package dev.riffle.io;

import dev.riffle.internal.InputChannel;
import dev.riffle.internal.OrderedWorkers;
import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.GzipMember;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Reads gzip members that state their length, several in parallel. One thread reads the first member that states no
 * length or is too large, and everything after it. The caller's thread reads the compressed bytes and submits a bounded
 * number of members to the workers.
 */
final class ParallelGzipInput extends InputChannel {

    private static final int FIRST_CHUNK_BYTES = 64 << 10;

    /**
     * The size of the largest member for a worker. One thread reads larger members as a stream, which does not hold the
     * complete member in memory.
     */
    private static final long LARGEST_MEMBER = 64 << 20;

    private final CompressedBytes in;
    private final OrderedWorkers<Inflated> workers;

    @SuppressWarnings("ThreadLocalUsage") // the workers belong to this object and end with it
    private final ThreadLocal<Inflater> inflaters = new ThreadLocal<>();

    private ByteBuffer content = ByteBuffer.allocate(0);
    private @Nullable GzipInput single;
    private long delivered;
    private @Nullable IOException failure;
    private @Nullable IOException channelFailure;
    private boolean allSubmitted;

    ParallelGzipInput(CompressedBytes in, int threads) {
        this.in = in;
        this.workers = new OrderedWorkers<>(threads, "riffle-gzip-reader");
    }

    /** The content of a member, and the end of the member in the file. */
    private record Inflated(GzipMember.Content content, long endOffset) {}

    /** A member that was already read, and all bytes after it. The owner of those bytes closes them. */
    private record Rest(ByteBuffer member, CompressedBytes rest) implements ReadableByteChannel {

        @Override
        public int read(ByteBuffer target) throws IOException {
            if (!member.hasRemaining() && !rest.fill()) {
                return -1;
            }
            ByteBuffer from = member.hasRemaining() ? member : rest.buffer();
            int count = Math.min(from.remaining(), target.remaining());
            target.put(from.slice(from.position(), count));
            from.position(from.position() + count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return rest.isOpen();
        }

        @Override
        public void close() {
            // The bytes that follow stay open, because their owner closes them.
        }
    }

    @Override
    protected int readOpen(ByteBuffer target) throws IOException {
        while (!content.hasRemaining()) {
            if (failure != null) {
                throw failure;
            }
            submitSome();
            if (workers.isEmpty()) {
                if (channelFailure != null) {
                    throw channelFailure;
                }
                return single == null ? -1 : readSingle(single, target);
            }
            takeNext();
        }
        int count = Math.min(target.remaining(), content.remaining());
        target.put(content.array(), content.arrayOffset() + content.position(), count);
        content.position(content.position() + count);
        delivered += count;
        return count;
    }

    /** Reads on one thread, after the workers have finished. The bytes follow the bytes of the workers. */
    private int readSingle(GzipInput rest, ByteBuffer target) throws IOException {
        try {
            return rest.read(target);
        } catch (CompressionException e) {
            throw e.withVerifiedBytes(delivered + e.verifiedBytes());
        }
    }

    /**
     * Submits members until the workers accept no more. Before a failure of the channel is thrown, the results of all
     * submitted members are delivered.
     */
    private void submitSome() {
        try {
            while (!allSubmitted && !workers.isFull()) {
                allSubmitted = !submitNext();
            }
        } catch (IOException e) {
            channelFailure = e;
            allSubmitted = true;
        }
    }

    private void takeNext() throws IOException {
        try {
            Inflated next = workers.take("interrupted while waiting for a worker");
            content = ByteBuffer.wrap(next.content.bytes(), 0, next.content.size());
            if (next.content.damage() != null) {
                failure = new CompressionException(
                                CompressionException.Reason.DAMAGED, next.endOffset, next.content.damage())
                        .withVerifiedBytes(delivered);
            }
        } catch (IOException e) {
            // The interrupt lost this member, so no later member may be delivered.
            failure = e;
            throw e;
        }
    }

    /**
     * Reads the next member and submits it to the workers. Returns false if no member follows that they can inflate.
     */
    private boolean submitNext() throws IOException {
        if (!in.fill()) {
            return false;
        }
        in.require(GzipMember.HEADER_BYTES);
        OptionalLong size = GzipMember.sizeOf(in.buffer());
        if (size.isEmpty()
                || size.getAsLong() < GzipMember.HEADER_BYTES
                || size.getAsLong() > LARGEST_MEMBER
                || GzipMember.claimsMore(in.buffer(), LARGEST_MEMBER)) {
            single = new GzipInput(in);
            return false;
        }
        int memberBytes = (int) size.getAsLong();
        byte[] member = new byte[Math.min(memberBytes, FIRST_CHUNK_BYTES)];
        int filled = 0;
        while (filled < memberBytes) {
            if (!in.fill()) {
                return submitPart(member, filled);
            }
            if (filled == member.length) {
                // The array grows only as bytes arrive, because the header may state a wrong size.
                member = Arrays.copyOf(member, (int) Math.min(memberBytes, 4L * filled));
            }
            int count = Math.min(in.buffer().remaining(), member.length - filled);
            in.buffer().get(member, filled, count);
            filled += count;
        }
        if (GzipMember.contentBytes(member, memberBytes) > LARGEST_MEMBER) {
            single = new GzipInput(new CompressedBytes(
                    new Rest(ByteBuffer.wrap(member, 0, memberBytes), in), in.offset() - memberBytes));
            return false;
        }
        byte[] complete = member;
        long endOffset = in.offset();
        workers.submit(() -> new Inflated(GzipMember.unpack(complete, memberBytes, inflater()), endOffset));
        return true;
    }

    /**
     * Submits a member that the end of the file cuts. The worker inflates the member as a stream, so that the error has
     * the right offset.
     */
    private boolean submitPart(byte[] member, int size) {
        single = new GzipInput(new CompressedBytes(
                new MemorySource(Bytes.copyOf(member, 0, size), "the last gzip member").open(0), in.offset() - size));
        return false;
    }

    private Inflater inflater() {
        Inflater inflater = inflaters.get();
        if (inflater == null) {
            inflater = new Inflater(true);
            inflaters.set(inflater);
        }
        return inflater;
    }

    @Override
    protected void release() throws IOException {
        workers.close();
        if (single != null) {
            single.close();
        }
        in.close();
    }
}
