package dev.riffle.io;

import dev.riffle.internal.OrderedWorkers;
import dev.riffle.io.internal.codec.GzipMember;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes many gzip members, each of which ends at the end of a record. Several threads compress them if requested. */
final class CutGzipOutput extends CompressingOutput {

    /** The size above which a record itself is divided among members, so that each member fits into an array. */
    private static final int MOST_CONTENT_BYTES = 256 << 20;

    private final WritableByteChannel out;
    private final GzipMember members;
    private final int memberBytes;
    private final @Nullable OrderedWorkers<GzipMember.Packed> workers;

    private byte[] content;
    private int size;
    private long offset;

    CutGzipOutput(WritableByteChannel out, GzipMember members, int memberBytes, int threads) {
        this.out = out;
        this.members = members;
        this.memberBytes = memberBytes;
        this.content = new byte[memberBytes + memberBytes / 8];
        this.workers = threads == 1 ? null : new OrderedWorkers<>(threads, "riffle-gzip-writer");
    }

    @Override
    void take(ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            if (size == MOST_CONTENT_BYTES) {
                cut();
            }
            int count = Math.min(source.remaining(), MOST_CONTENT_BYTES - size);
            if (count > content.length - size) {
                long grown = Math.max((long) size + count, 2L * content.length);
                content = Arrays.copyOf(content, (int) Math.min(grown, MOST_CONTENT_BYTES));
            }
            source.get(content, size, count);
            size += count;
        }
    }

    @Override
    public void endRecord() throws IOException {
        if (size >= memberBytes) {
            cut();
        }
    }

    private void cut() throws IOException {
        if (workers == null) {
            writeMember(members.pack(content, size));
        } else {
            while (workers.isFull()) {
                writeMember(workers.take("interrupted while waiting for a worker"));
            }
            byte[] handedOver = content;
            int handedOverSize = size;
            workers.submit(() -> members.pack(handedOver, handedOverSize));
            content = new byte[memberBytes + memberBytes / 8];
        }
        size = 0;
    }

    private void writeMember(GzipMember.Packed member) throws IOException {
        for (ByteBuffer part : member.at(offset)) {
            while (part.hasRemaining()) {
                offset += out.write(part);
            }
        }
    }

    @Override
    void passOn() throws IOException {
        if (size > 0) {
            cut();
        }
        while (workers != null && !workers.isEmpty()) {
            writeMember(workers.take("interrupted while waiting for a worker"));
        }
    }

    @Override
    void end() throws IOException {
        passOn();
        if (offset == 0) {
            // A file without records must contain an empty member: an empty file is not a gzip file.
            writeMember(members.pack(content, 0));
        }
    }

    @Override
    void release() {
        if (workers != null) {
            workers.close();
        }
    }
}
