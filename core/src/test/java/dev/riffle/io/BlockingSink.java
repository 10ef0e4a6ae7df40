package dev.riffle.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/**
 * A sink whose first large write waits in the middle of a call of the writer, so that another call can overlap it.
 * Headers are small.
 */
public final class BlockingSink {

    private static final int LARGE_BYTES = 1 << 10;

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    /** The call that a test runs on another thread. */
    @FunctionalInterface
    public interface Call {

        void run() throws Exception;
    }

    /** Returns the sink. Its name is "blocking". */
    public ByteSink sink() {
        return ByteSink.of(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        write(new byte[] {(byte) b}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int size) throws IOException {
                        if (size >= LARGE_BYTES) {
                            pause();
                        }
                        content.write(bytes, offset, size);
                    }
                },
                "blocking");
    }

    /** The first call waits until {@link #during} has run the overlapping call. Later calls return at once. */
    void pause() throws IOException {
        if (entered.getCount() == 0) {
            return;
        }
        entered.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Lets all writes continue. */
    public void release() {
        released.countDown();
    }

    /** Runs {@code overlapping} while {@code first} waits in a write of this sink. Returns after both. */
    public void during(Call first, Call overlapping) throws Exception {
        Throwable[] failure = {null};
        Thread thread = new Thread(() -> {
            try {
                first.run();
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        thread.start();
        try {
            entered.await();
            overlapping.run();
        } finally {
            release();
            thread.join();
        }
        if (failure[0] != null) {
            throw new AssertionError("the first call failed", failure[0]);
        }
    }

    /** Returns the bytes that the sink received. */
    public byte[] content() {
        return content.toByteArray();
    }
}
