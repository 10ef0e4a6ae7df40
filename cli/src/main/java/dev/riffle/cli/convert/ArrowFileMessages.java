package dev.riffle.cli.convert;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowFooter;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a file in the order of its footer: all dictionaries, then all batches. Some programs write the
 * dictionaries after the batches.
 */
final class ArrowFileMessages extends ArrowMessages {

    private final ByteSource source;
    private final Schema schema;
    private final Iterator<ArrowBlock> blocks;

    private ReadChannel channel;
    private long opened;
    private long bytesBefore;

    /** Creates the messages of a file with a {@linkplain ArrowFooters#read verified footer}. */
    ArrowFileMessages(ByteSource source, ArrowFooter footer) throws IOException {
        this.source = source;
        this.schema = footer.getSchema();
        this.blocks = Stream.of(footer.getDictionaries(), footer.getRecordBatches())
                .flatMap(List::stream)
                .iterator();
        this.channel = new ReadChannel(source.open(ArrowFooters.BEGIN));
        this.opened = ArrowFooters.BEGIN;
    }

    @Override
    Schema schema() {
        return schema;
    }

    @Override
    @Nullable
    Message next() throws IOException {
        if (!blocks.hasNext()) {
            return null;
        }
        ArrowBlock block = blocks.next();
        moveTo(block.getOffset());
        long before = channel.bytesRead();
        Message message =
                read(block.getOffset(), block.getOffset() + block.getMetadataLength() + block.getBodyLength());
        long metadata = channel.bytesRead() - before;
        long body = message == null ? 0 : message.bodyLength();
        if (message == null || metadata != block.getMetadataLength() || body != block.getBodyLength()) {
            throw damaged("has " + metadata + " bytes of metadata and a body of " + body + ", but the footer states "
                    + block.getMetadataLength() + " and " + block.getBodyLength());
        }
        return message;
    }

    private void moveTo(long offset) throws IOException {
        if (opened + channel.bytesRead() != offset) {
            bytesBefore += channel.bytesRead();
            channel.close();
            channel = new ReadChannel(source.open(offset));
            opened = offset;
        }
    }

    @Override
    ReadChannel channel() {
        return channel;
    }

    @Override
    long bytesRead() {
        return bytesBefore + channel.bytesRead();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
