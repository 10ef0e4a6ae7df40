package dev.riffle.index;

import dev.riffle.CorruptRecordException;
import dev.riffle.io.Bytes;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an open index file still describes its data file. If the attributes of the data file do not suffice,
 * a scan decides, at most once for each {@linkplain DataFile.State state} of the data file. Other threads that need the
 * result wait for it.
 *
 * <p>Safe for use by several threads.
 */
final class IndexProof {

    private final IndexFile file;
    private final IndexHeader header;
    private final Optional<Bytes> digest;
    private final DataFile.@Nullable State trusted;
    private final IndexOptions options;

    /** The result of the last scan. Does not change unless the state of the data file changes. */
    private @Nullable Scan last;

    /**
     * The result of a scan that began in this state of the data file. The index file matches if there is neither a
     * difference nor damage.
     */
    private record Scan(
            DataFile.State state,
            @Nullable String difference,
            @Nullable CorruptRecordException damage) {

        /** Returns a new exception for the damage, because callers may add suppressed exceptions to it. */
        Optional<CorruptRecordException> newDamage() {
            return Optional.ofNullable(damage).map(e -> e.renumbered(e.recordIndex()));
        }
    }

    /**
     * Creates the proof of an index file.
     *
     * @param trusted the state in which the attributes of the data file match the index file; null if they may differ
     */
    IndexProof(
            IndexFile file,
            IndexHeader header,
            Optional<Bytes> digest,
            DataFile.@Nullable State trusted,
            IndexOptions options) {
        this.file = file;
        this.header = header;
        this.digest = digest;
        this.trusted = trusted;
        // The listener of an open index has received its last event.
        this.options = options.progress(OperationProgress.IGNORED);
    }

    /** Returns whether the attributes of the data file did not suffice when it was opened. */
    boolean isUnproven() {
        return trusted == null;
    }

    /** Throws if the data file may have changed and a scan finds a difference or damage. */
    void confirm() throws IOException {
        if (file.data().path() == null) {
            // Reads detect a different version of such a source, and its attributes can cost a request.
            return;
        }
        DataFile.State now = file.data().state();
        if (now.equals(trusted)) {
            return;
        }
        Scan scan = scan(now);
        Optional<CorruptRecordException> damage = scan.newDamage();
        if (damage.isPresent()) {
            throw damage.get();
        }
        if (scan.difference != null) {
            throw stale(scan.difference, null);
        }
    }

    /**
     * Returns the reason why a record cannot be read. In an intact file, this is always a stale index. The result is
     * the first damage if the file is damaged at the record or before it.
     *
     * @param e the failure of the read
     */
    IOException reason(CorruptRecordException e) {
        Scan scan;
        try {
            DataFile.State now = file.data().state();
            if (now.equals(trusted) && now.showsChanges()) {
                return e;
            }
            scan = scan(now);
        } catch (IOException failure) {
            failure.addSuppressed(e);
            return failure;
        }
        Optional<CorruptRecordException> damage = scan.newDamage();
        // All records before the damage are intact.
        if (damage.isPresent() && damage.get().recordOffset() <= e.recordOffset()) {
            damage.get().addSuppressed(e);
            return damage.get();
        }
        return stale(scan.difference != null ? scan.difference : String.valueOf(e.getMessage()), e);
    }

    private synchronized Scan scan(DataFile.State now) throws IOException {
        Scan scan = last;
        if (scan == null || !scan.state.equals(now)) {
            try {
                scan = new Scan(now, file.difference(header, digest, options), null);
            } catch (CorruptRecordException e) {
                scan = new Scan(now, null, e);
            }
            last = scan;
        }
        return scan;
    }

    StaleIndexException stale(String difference, @Nullable Throwable cause) {
        return new StaleIndexException(file.path(), file.data().source().name(), difference, cause);
    }
}
