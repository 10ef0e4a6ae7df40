package dev.riffle.shard;

import dev.riffle.Progress;
import dev.riffle.RecordReaderOptions;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.OperationProgress;
import java.util.List;
import java.util.function.Consumer;

/**
 * Describes records to read: the sources in order, the reader options, and a progress listener. {@link
 * RecordSetReader}, rewrites, shuffles and comparisons read record inputs.
 *
 * <pre>{@code
 * RecordInput input = RecordInput.of(RecordSet.find(directory, "train.tfrecord@*"))
 *         .reading(RecordReaderOptions.defaults().damage(DamagePolicy.skip(System.err::println)));
 * }</pre>
 *
 * <p>A reader opens each source after it has read the previous one. Each pass over the records opens the sources again.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecordInput {

    private final List<ByteSource> sources;
    private final RecordReaderOptions options;
    private final Consumer<? super Progress> progress;

    private RecordInput(List<ByteSource> sources, RecordReaderOptions options, Consumer<? super Progress> progress) {
        this.sources = sources;
        this.options = options;
        this.progress = progress;
    }

    /** Returns an input with the records of a set, in order. */
    public static RecordInput of(RecordSet set) {
        Argument.present(set, "set");
        return of(set.sources());
    }

    /** Returns an input with the records of all files with these names, in order. */
    public static RecordInput of(ShardNames names) {
        return of(RecordSet.of(names));
    }

    /** Returns an input with the records of these sources, in order. */
    public static RecordInput of(List<ByteSource> sources) {
        Argument.allPresent(sources, "sources");
        return new RecordInput(List.copyOf(sources), RecordReaderOptions.defaults(), OperationProgress.IGNORED);
    }

    /** Sets the reader options for all sources, including the damage policy. */
    public RecordInput reading(RecordReaderOptions other) {
        Argument.present(other, "other");
        return new RecordInput(sources, other, progress);
    }

    /**
     * Sets the progress listener. Each operation on this input sends its own events, and a last event at its end.
     * Several threads may call the listener, but only one at a time.
     */
    public RecordInput progress(Consumer<? super Progress> listener) {
        Argument.present(listener, "listener");
        return new RecordInput(sources, options, listener);
    }

    /** Returns the sources. */
    public List<ByteSource> sources() {
        return sources;
    }

    /** Returns the options for reading the sources. */
    public RecordReaderOptions options() {
        return options;
    }

    /** Returns the progress listener. */
    public Consumer<? super Progress> progress() {
        return progress;
    }
}
