package dev.riffle.internal.frame;

import dev.riffle.container.ContainerDamageException;
import dev.riffle.container.ContainerFile;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Reads the records of a container by offset, with the container's random access. */
public final class ContainerFileRecords implements RandomRecords {

    private final ByteSource source;
    private final SameFile same;
    private final long size;
    private final ContainerFile file;
    private volatile boolean closed;

    private ContainerFileRecords(ByteSource source, SameFile same, long size, ContainerFile file) {
        this.source = source;
        this.same = same;
        this.size = size;
        this.file = file;
    }

    /**
     * Opens a source.
     *
     * @throws IllegalArgumentException if the size of the source is unknown, or the container has no random access
     * @throws DamagedFrameException if the places of the records are damaged
     */
    public static ContainerFileRecords open(ByteSource source, ContainerLayout layout, ReadSettings settings)
            throws IOException {
        SameFile same = new SameFile(source);
        OptionalLong size = source.size();
        if (size.isEmpty()) {
            throw FrameFile.isStream(source);
        }
        try {
            ContainerFile file = layout.container()
                    .open(source, ContainerLayout.options(settings))
                    .orElseThrow(() -> new IllegalArgumentException(source.name() + ": the format "
                            + layout.container().title()
                            + " has no random access; read the records in order, or convert the file to TFRecord"));
            return new ContainerFileRecords(source, same, size.getAsLong(), file);
        } catch (ContainerDamageException e) {
            throw ContainerRecords.damaged(source.name(), 0, e);
        }
    }

    /** Returns the number of records. */
    public long count() {
        return file.count();
    }

    /** Returns the offset of a record. */
    public long offset(long number) throws IOException {
        try {
            return file.offset(number);
        } catch (ContainerDamageException e) {
            throw ContainerRecords.damaged(name(), number, e);
        }
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public boolean isMapped() {
        return false;
    }

    @Override
    public byte[] get(long offset, long end, long index) throws IOException {
        if (closed) {
            throw new IllegalStateException("the file is closed: " + name());
        }
        try {
            return file.get(offset);
        } catch (ContainerDamageException e) {
            throw ContainerRecords.damaged(name(), index, e);
        }
    }

    @Override
    public List<Bytes> getAll(List<ByteRange> frames, long... indices) throws IOException {
        List<Bytes> payloads = new ArrayList<>(indices.length);
        for (int i = 0; i < indices.length; i++) {
            ByteRange frame = frames.get(i);
            payloads.add(Bytes.ofOwned(get(frame.offset(), frame.end(), indices[i])));
        }
        return payloads;
    }

    @Override
    public boolean hasChanged() throws IOException {
        return source.size().orElse(-1) != size || same.hasOtherVersion();
    }

    @Override
    public void close() {
        closed = true;
        file.close();
    }
}
