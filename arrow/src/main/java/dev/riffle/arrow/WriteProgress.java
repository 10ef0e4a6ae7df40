package dev.riffle.arrow;

import dev.riffle.Progress;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;

/** Reports the progress of a write. {@link #close()} sends the last event, unless the listener has failed. */
final class WriteProgress implements AutoCloseable {

    private final ArrowReader reader;
    private @Nullable Consumer<? super Progress> listener;
    private long records;

    WriteProgress(ArrowReader reader, ArrowRecordOptions options) {
        this.reader = reader;
        this.listener = options.listener().orElse(null);
    }

    /** Reports the number of records so far. */
    void advance(long written) {
        records = written;
        send(false);
    }

    private void send(boolean finished) {
        Consumer<? super Progress> receiver = listener;
        if (receiver != null) {
            listener = null;
            receiver.accept(new Progress(records, reader.bytesRead(), OptionalLong.empty(), finished));
            listener = finished ? null : receiver;
        }
    }

    @Override
    public void close() {
        send(true);
    }
}
