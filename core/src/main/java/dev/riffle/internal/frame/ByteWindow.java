package dev.riffle.internal.frame;

import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.internal.SpareBuffers;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.RangedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a source that are available now, as one little-endian buffer. The buffer moves forward on request.
 *
 * <p>The reader parses frames in place. A window holds a fixed number of bytes beyond the largest record. It grows only
 * as bytes arrive, never because of a claimed length.
 */
abstract sealed class ByteWindow implements Closeable {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);

    /** The current buffer. The bytes from index 0 to the limit are available. {@link #reach} replaces the buffer. */
    ByteBuffer buffer = NOTHING;

    /** The offset in the source of index 0 of the buffer. */
    long base;

    /** The mapping that contains the buffer, or null. */
    @Nullable
    Mapping mapping;

    /** Whether the window found the source shorter than before. */
    boolean shrunk;

    /**
     * Makes {@code count} bytes beginning at {@code index} available, or fewer at the end of the source. Returns the
     * new index of the byte at {@code index}. Discards the bytes before that byte.
     */
    abstract int reach(int index, int count) throws IOException;

    /** Moves the byte at {@code offset} to an index of {@link #buffer} from which {@link #reach} can continue. */
    abstract void seek(long offset) throws IOException;

    /** Returns whether an offset is at an index of the buffer, or directly after its limit. */
    final boolean isInReach(long offset) {
        return offset >= base && offset <= base + buffer.limit();
    }

    /** Maps bytes of a source, or wraps them if the source is in memory. The caller releases the mappings. */
    static Optional<Mapping> map(ByteSource source, long offset, int length) throws IOException {
        return source instanceof MappableSource mappable
                ? mappable.map(offset, length)
                : source.view(offset, length).map(Mapping::ofMemory);
    }

    /** Announces that the caller reads all bytes up to {@code offset}. */
    void willReadTo(long offset) {
        // A mapping needs no announcement.
    }

    /** Returns whether the buffer is part of a mapped file, which may become shorter during use. */
    boolean isMapped() {
        return false;
    }

    /** Returns whether the buffer is a copy of the source's bytes, not a mapping or the source's own memory. */
    final boolean isCopy() {
        return this instanceof ChannelWindow;
    }

    /**
     * Returns the current size of the source, or a number larger than any offset if the size is unknown. Throws if the
     * file was removed or replaced.
     */
    long sourceSize() throws IOException {
        return Long.MAX_VALUE;
    }

    /** Returns the number of bytes that a decompression has read from the source. Empty without a decompression. */
    OptionalLong compressedBytesRead() {
        return OptionalLong.empty();
    }

    /** A window on a mapped file or on memory, up to 1 GiB at a time. A larger record gets a window of its size. */
    static final class ViewWindow extends ByteWindow {
        static final int MOST_BYTES = 1 << 30;

        private final ByteSource source;
        private final boolean mapped;
        private final SameFile file;

        /**
         * The number of bytes that the source certainly had. If bytes after them are missing, the source did not
         * necessarily shrink.
         */
        private long knownBytes;

        /** Creates a window on a file. The caller identified the file before it mapped {@code first}. */
        ViewWindow(ByteSource source, SameFile file, Mapping first) throws IOException {
            this.source = source;
            this.file = file;
            use(first);
            this.mapped = buffer.isDirect();
            try {
                this.knownBytes = source.size().orElse(buffer.limit());
                file.checkUnchanged();
            } catch (IOException | RuntimeException e) {
                first.release();
                throw e;
            }
        }

        private void use(Mapping view) {
            mapping = view;
            buffer = view.bytes().order(ByteOrder.LITTLE_ENDIAN);
        }

        @Override
        int reach(int index, int count) throws IOException {
            long offset = base + index;
            Optional<Mapping> view = Optional.empty();
            try {
                view = map(source, offset, Math.max(count, MOST_BYTES));
            } catch (IOException e) {
                if (!file.isGone()) {
                    throw e;
                }
            }
            try {
                take(view, offset);
            } catch (IOException | RuntimeException e) {
                view.filter(each -> each != mapping).ifPresent(Mapping::release);
                throw e;
            }
            return 0;
        }

        private void take(Optional<Mapping> view, long offset) throws IOException {
            // This check follows the mapping, because the view may belong to another file.
            boolean gone = file.isGone();
            if (gone && offset < knownBytes) {
                throw file.gone();
            }
            release();
            if (view.isPresent() && !gone) {
                use(view.get());
                shrunk = false;
                knownBytes = Math.max(knownBytes, offset + buffer.limit());
            } else {
                view.ifPresent(Mapping::release);
                // A removed file has lost no bytes, because the window already had its last byte.
                shrunk = file.isShorterThan(knownBytes);
                if (offset < knownBytes) {
                    file.checkUnchanged();
                }
            }
            base = offset;
        }

        /** Releases the mapping. The window must not use its buffer afterwards, because the memory may be unmapped. */
        private void release() {
            Mapping present = mapping;
            mapping = null;
            buffer = NOTHING;
            if (present != null) {
                present.release();
            }
        }

        @Override
        void seek(long offset) {
            if (!isInReach(offset)) {
                release();
                base = offset;
            }
        }

        @Override
        boolean isMapped() {
            return mapped;
        }

        @Override
        long sourceSize() throws IOException {
            return file.size();
        }

        @Override
        public void close() {
            release();
        }
    }

    /** A window that reads a channel into one reusable buffer. */
    static final class ChannelWindow extends ByteWindow {
        private static final int BUFFER_BYTES = 256 << 10;
        private static final int SMALLEST_BUFFER_BYTES = 4 << 10;
        private static final int MOST_EMPTY_READS = 1000;

        private final @Nullable SameFile file;
        private final RangedReader source;
        private final long size;
        private final ReadableByteChannel channel;
        private final SpareBuffers.Loan loan;
        private ByteBuffer filling;

        /**
         * Creates a window on a channel. If the size is known and small, the window uses a small buffer.
         *
         * @param file the identity of the source's file if the window can move to another offset, or null
         * @param source the channel that reads the source
         * @param channel the same channel, or its decompressed content
         */
        ChannelWindow(@Nullable SameFile file, RangedReader source, ReadableByteChannel channel, OptionalLong size) {
            this.file = file;
            this.source = source;
            this.channel = channel;
            this.size = size.orElse(0);
            long wanted = Math.max(size.orElse(BUFFER_BYTES), SMALLEST_BUFFER_BYTES);
            this.loan = SpareBuffers.take(capacity(wanted));
            this.filling = loan.buffer();
        }

        /** Returns one of a few sizes, so that a later file can reuse the buffer of an earlier one. */
        private static int capacity(long wanted) {
            return wanted >= BUFFER_BYTES ? BUFFER_BYTES : 2 * Integer.highestOneBit((int) wanted - 1);
        }

        @Override
        int reach(int index, int count) throws IOException {
            loan.touch();
            int kept = buffer.limit() - index;
            filling.limit(buffer.limit()).position(index);
            filling.compact();
            base += index;
            try {
                fill(count);
            } finally {
                // This also runs if reading fails, so that the bytes that arrived before stay available.
                buffer = filling.duplicate().order(ByteOrder.LITTLE_ENDIAN).flip();
                assert buffer.limit() >= kept;
            }
            return 0;
        }

        @Override
        void seek(long offset) throws IOException {
            if (isInReach(offset)) {
                if (buffer.limit() == 0 && file != null) {
                    open(file);
                }
                return;
            }
            if (file == null) {
                throw new IllegalStateException("a compressed source cannot be read from offset " + offset + " on");
            }
            file.checkUnchanged();
            source.goTo(offset);
            open(file);
            filling.clear();
            buffer = NOTHING;
            base = offset;
        }

        /** Opens the source before the first read, so that the caller learns early that it cannot be read. */
        private void open(SameFile file) throws IOException {
            source.openNow();
            file.checkUnchanged();
        }

        /** For a compressed source, only the announcement of all bytes has an effect. */
        @Override
        void willReadTo(long offset) {
            if (file != null || offset == Long.MAX_VALUE) {
                source.willReadTo(offset);
            }
        }

        private void fill(int count) throws IOException {
            if (file != null) {
                source.needTo(base + count);
            }
            int emptyReads = 0;
            while (filling.position() < count) {
                if (!filling.hasRemaining()) {
                    grow(count);
                }
                int read = channel.read(filling);
                if (read < 0) {
                    long known = filling.position() > 0 ? Math.max(size, base + filling.position()) : size;
                    // The end of a channel does not prove a loss. A channel at an offset after the end of its file is
                    // also at its end. The open channel keeps the bytes of a file that is gone.
                    shrunk = file != null && file.isShorterThan(known);
                    return;
                }
                emptyReads = read == 0 ? emptyReads + 1 : 0;
                if (emptyReads > MOST_EMPTY_READS) {
                    throw new IOException("the channel returns neither bytes nor its end; use a blocking channel");
                }
            }
        }

        @Override
        OptionalLong compressedBytesRead() {
            return file == null ? OptionalLong.of(source.offset()) : OptionalLong.empty();
        }

        /** Doubles the buffer when it is full, up to the wanted size. */
        private void grow(int count) {
            // Allocates the full size if the source certainly has the bytes. Otherwise the buffer doubles as bytes
            // arrive.
            boolean known = size - base >= count;
            long doubled = known ? count : Math.max(2L * filling.capacity(), BUFFER_BYTES);
            ByteBuffer larger = ByteBuffer.allocateDirect((int) Math.min(doubled, Math.max(count, BUFFER_BYTES)));
            filling = larger.put(filling.flip());
        }

        @Override
        public void close() throws IOException {
            try {
                channel.close();
            } finally {
                buffer = NOTHING;
                filling = buffer;
                loan.giveBack();
            }
        }
    }
}
