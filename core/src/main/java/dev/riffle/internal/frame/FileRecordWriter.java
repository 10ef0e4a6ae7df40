package dev.riffle.internal.frame;

import dev.riffle.internal.StreamOutput;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes the records of one file in order, to an output that it owns. */
public abstract sealed class FileRecordWriter implements Closeable permits FrameWriter, ContainerRecordWriter {

    /** The output, which appears on commit. */
    final ByteSink.Output sink;

    FileRecordWriter(ByteSink.Output sink) {
        this.sink = sink;
    }

    /**
     * Returns a writer to a new file of a sink.
     *
     * @param block the number of bytes to pass on in one call
     */
    public static FileRecordWriter create(ByteSink sink, RecordLayout layout, Compression compression, int block)
            throws IOException {
        return layout instanceof ContainerLayout contained
                ? ContainerRecordWriter.create(sink, contained.container())
                : FrameWriter.create(sink, (Framing) layout, compression, block);
    }

    /** Throws if the format does not allow a payload. Leaves the position of the payload unchanged. */
    public abstract void check(ByteBuffer payload);

    /** Writes a record, and moves the position of the payload to the limit. */
    public abstract void write(ByteBuffer payload) throws IOException;

    /** Returns the number of bytes written so far, before compression. */
    public abstract long uncompressedSize();

    public abstract void flush() throws IOException;

    /** Flushes an output that keeps its bytes if the writer is closed without a commit. */
    public final void flushStream() throws IOException {
        if (sink instanceof StreamOutput) {
            flush();
        }
    }

    /** Writes all remaining bytes. No records follow. */
    public abstract void finish() throws IOException;

    public final void sync() throws IOException {
        sink.sync();
    }

    public final void commit() throws IOException {
        sink.commit();
    }
}
