package dev.riffle;

import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** Returns one byte per read, and sometimes no byte. */
public final class OneByteChannel implements ReadableByteChannel {

    private final byte[] bytes;
    private int at;
    private boolean open = true;
    private boolean pause;

    public OneByteChannel(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read(ByteBuffer target) {
        if (at == bytes.length) {
            return -1;
        }
        pause = at % 7 == 3 && !pause;
        if (pause) {
            return 0;
        }
        target.put(bytes[at++]);
        return 1;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        open = false;
    }
}
