package dev.riffle.internal.frame;

import dev.riffle.container.ContainerDamageException;
import dev.riffle.container.ContainerReader;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Reads the records of a container with the container's reader, and numbers them. */
public final class ContainerRecords extends FileRecords {

    private static final int SHOWN_BYTES = 16;

    private final ByteSource file;
    private final ContainerReader reader;

    /** The buffer of the current payload. A caller may change its position, so the next fields have the place. */
    private ByteBuffer payload = ByteBuffer.allocate(0);

    private int from;
    private int to;

    /** The offset after the current record, the skipped region or the place of a seek. */
    private long end;

    private long index = -1;
    private boolean isPutBack;

    ContainerRecords(ByteSource file, ContainerLayout layout, ContainerReader reader) {
        super(file.name(), layout);
        this.file = file;
        this.reader = reader;
    }

    static DamagedFrameException damaged(String source, long number, ContainerDamageException e) {
        return new DamagedFrameException(source, number, e.offset(), Damage.ofContainer(e), e.getCause());
    }

    @Override
    public boolean next() throws IOException {
        if (!isPutBack) {
            try {
                if (!reader.next()) {
                    return false;
                }
            } catch (ContainerDamageException e) {
                throw damaged(source, index + 1, e);
            }
            payload = reader.payload();
            from = payload.position();
            to = payload.limit();
            end = reader.endOffset();
        }
        isPutBack = false;
        index++;
        return true;
    }

    @Override
    public void putBack() {
        isPutBack = true;
        index--;
    }

    @Override
    int checksum() throws IOException {
        byte[] bytes = payloadBytes();
        return MaskedCrc32c.of(bytes, 0, bytes.length);
    }

    /** A region ends at the next unit. Adjacent damaged units are separate regions. */
    @Override
    public boolean skip(DamagedFrameException damage, boolean dropsDoubtful, Consumer<SkippedFrames> listener)
            throws IOException {
        DamagedFrameException cause = damage;
        while (cause.kind() != Damage.Kind.OVER_LIMIT) {
            long lost = reader.skip();
            long begin = cause.frameOffset();
            if (reader.endOffset() <= begin) {
                throw cause;
            }
            end = reader.endOffset();
            Bytes beginning = file.size().isPresent() ? file.read(begin, SHOWN_BYTES) : Bytes.empty();
            listener.accept(new SkippedFrames(index + 1, begin, end - begin, cause, beginning, false, false));
            index += lost;
            try {
                return next();
            } catch (DamagedFrameException e) {
                cause = e;
            }
        }
        throw cause;
    }

    @Override
    public void seek(long offset, long recordIndex) throws IOException {
        reader.seek(offset);
        end = offset;
        index = recordIndex - 1;
        isPutBack = false;
    }

    /** Returns the first unit in a range of offsets. See {@link ContainerReader#find}. */
    public OptionalLong find(long least, long limit) throws IOException {
        try {
            return reader.find(least, limit);
        } catch (ContainerDamageException e) {
            throw damaged(source, index + 1, e);
        }
    }

    @Override
    public void willReadTo(long offset) {
        reader.willReadTo(offset);
    }

    @Override
    public long sourceBytesRead(boolean ended) {
        try {
            return ended ? Math.max(file.size().orElse(0), end) : end;
        } catch (IOException e) {
            return end;
        }
    }

    @Override
    public long offset() {
        return reader.offset();
    }

    @Override
    public long endOffset() {
        return end;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public int payloadSize() {
        return to - from;
    }

    @Override
    public ByteBuffer payload() {
        return payload.limit(to).position(from).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public byte[] payloadBytes() {
        byte[] bytes = new byte[to - from];
        payload.get(from, bytes);
        return bytes;
    }

    @Override
    public void addPayloadTo(PayloadMemory memory) {
        int size = to - from;
        if (memory.reserve(size)) {
            payload.get(from, memory.block(), memory.offset(), size);
            memory.use(size);
        } else {
            memory.take(payloadBytes());
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
