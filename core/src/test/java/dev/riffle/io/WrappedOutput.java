package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Passes all calls on to another output. A subclass can observe a call or make it fail. */
public class WrappedOutput implements ByteSink.Output {

    private final ByteSink.Output out;

    public WrappedOutput(ByteSink.Output out) {
        this.out = out;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return out.write(source);
    }

    @Override
    public void sync() throws IOException {
        out.sync();
    }

    @Override
    public void commit() throws IOException {
        out.commit();
    }

    @Override
    public boolean isOpen() {
        return out.isOpen();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
