package dev.riffle.shard.internal;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.internal.RangeOutput;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Writes a file with a hidden name and computes its checksum. Messages use the final name. */
public final class StagingSink implements ByteSink {

    private final ByteSink sink;
    private final String name;

    /** The checksum of the bytes written so far. No later step must read the bytes again. */
    private final CRC32C checksum = new CRC32C();

    private final byte[] scratch = new byte[MaskedCrc32c.COPIED_BYTES];

    private long size;

    private final boolean isConcurrent;

    /** Creates a sink for a hidden file of a file system. */
    public StagingSink(Path hidden, String name) throws IOException {
        this(new FileStorage().stage(hidden, hidden), name, true);
    }

    /**
     * Creates a sink. If {@code isConcurrent} is true, a separate thread may write bytes while this thread computes
     * their checksum. The second thread has no use if all processors write shards.
     */
    StagingSink(ByteSink sink, String name, boolean isConcurrent) {
        this.sink = sink;
        this.name = name;
        this.isConcurrent = isConcurrent;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Output create() throws IOException {
        try {
            return new Named(sink.create());
        } catch (FileSystemException e) {
            throw named(e);
        }
    }

    /** Returns the number of bytes written. */
    public long size() {
        return size;
    }

    /** Returns the CRC-32C of the bytes written. */
    public int checksum() {
        return (int) checksum.getValue();
    }

    /** Returns the failure with the final file name; the original failure is its cause. */
    private FileSystemException named(FileSystemException failure) {
        String reason = failure.getReason();
        FileSystemException named;
        if (failure instanceof NoSuchFileException) {
            named = new NoSuchFileException(name, null, reason);
        } else if (failure instanceof AccessDeniedException) {
            named = new AccessDeniedException(name, null, reason);
        } else {
            named = new FileSystemException(name, null, reason);
        }
        named.initCause(failure);
        return named;
    }

    private interface Step {
        void run() throws IOException;
    }

    private void run(Step step) throws IOException {
        try {
            step.run();
        } catch (FileSystemException e) {
            throw named(e);
        }
    }

    private final class Named implements Output, RangeOutput {

        private final Output out;

        Named(Output out) {
            this.out = out;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            ByteBuffer written = source.duplicate();
            run(() -> out.write(source));
            int count = written.limit(source.position()).remaining();
            checksum.update(written);
            size += count;
            return count;
        }

        /** Adds bytes to the checksum. Another thread may write the bytes later. */
        @Override
        public void writeLater(ByteBuffer range) throws IOException {
            // The method copies the bytes, because another program may truncate the mapped file of the range.
            MaskedCrc32c.updateCopied(checksum, range, range.position(), range.limit(), scratch);
            size += range.remaining();
            run(() -> {
                if (isConcurrent && out instanceof RangeOutput later) {
                    later.writeLater(range);
                } else {
                    while (range.hasRemaining()) {
                        out.write(range);
                    }
                }
            });
        }

        @Override
        public void awaitWritten() throws IOException {
            run(() -> {
                if (out instanceof RangeOutput later) {
                    later.awaitWritten();
                }
            });
        }

        @Override
        public void sync() throws IOException {
            run(out::sync);
        }

        @Override
        public void commit() throws IOException {
            run(out::commit);
        }

        @Override
        public boolean isOpen() {
            return out.isOpen();
        }

        @Override
        public void close() throws IOException {
            run(out::close);
        }
    }
}
