package dev.riffle.scan;

import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Walks stretches of one file on a thread of its own, from the first record in each that proves itself. */
final class StretchWalker<R> implements Closeable {

    private final ByteSource source;
    private final Optional<Object> key;
    private final RecordReaderOptions options;
    private final ParallelWalk.Work<R> work;
    private @Nullable RecordReader reader;

    /**
     * A walker that reads this way, which must be one that fails on damage.
     *
     * @param key the {@link ByteSource#fileKey} of the file to walk; nothing is walked of another that has taken its name
     */
    StretchWalker(ByteSource source, Optional<Object> key, RecordReaderOptions options, ParallelWalk.Work<R> work) {
        this.source = source;
        this.key = key;
        this.options = options;
        this.work = work;
    }

    /**
     * Does the work on the records that begin between two bytes. What goes wrong with reading is no error here: who puts the
     * stretches together reads again there, and finds it in its turn. Also too little memory is none: one thread may need less.
     *
     * @param passed whether nobody needs the stretch any more
     */
    WalkedStretch<R> walk(long from, long to, BooleanSupplier passed) {
        Stretch stretch;
        long begin;
        try {
            if (passed.getAsBoolean()) {
                return new WalkedStretch.Nothing<>();
            }
            RecordReader records = reader();
            if (!source.fileKey().equals(key)) {
                letGo();
                return new WalkedStretch.Nothing<>();
            }
            OptionalLong found = from == 0 ? OptionalLong.of(0) : records.find(from, to);
            if (found.isEmpty()) {
                return new WalkedStretch.Nothing<>();
            }
            begin = found.getAsLong();
            records.seek(begin, 0);
            stretch = new Stretch(records, 0, begin, to, ProgressListener.NONE, passed);
        } catch (Throwable e) {
            letGo();
            return new WalkedStretch.Nothing<>();
        }
        R result;
        try {
            result = work.on(stretch);
            stretch.finish();
        } catch (OutOfMemoryError e) {
            letGo();
            return new WalkedStretch.Nothing<>();
        } catch (Throwable e) {
            letGo();
            return new WalkedStretch.Failed<>(begin, e);
        }
        boolean whole = stretch.failure() == null;
        if (!whole) {
            letGo();
        }
        return new WalkedStretch.Done<>(
                begin,
                stretch.end(),
                stretch.records(),
                result,
                whole ? WalkedStretch.Reach.WHOLE : WalkedStretch.Reach.BROKEN);
    }

    private RecordReader reader() throws IOException {
        RecordReader open = reader;
        if (open == null) {
            open = RecordReader.open(source, options);
            reader = open;
        }
        return open;
    }

    /** Forgets the reader, which may be broken. */
    void letGo() {
        try {
            close();
        } catch (IOException | RuntimeException nothingWasWritten) {
            reader = null;
        }
    }

    @Override
    public void close() throws IOException {
        RecordReader open = reader;
        reader = null;
        if (open != null) {
            open.close();
        }
    }
}
