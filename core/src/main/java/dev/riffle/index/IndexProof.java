package dev.riffle.index;

import dev.riffle.CorruptRecordException;
import dev.riffle.io.Bytes;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an open index file still describes its data file. A scan of the data file decides if the attributes
 * of the file do not suffice, at most once. Safe for use by several threads.
 */
final class IndexProof {

    private final IndexFile file;
    private final IndexHeader header;
    private final Optional<Bytes> digest;
    private final DataFile.Evidence evidence;
    private final IndexOptions options;

    private boolean scanned;
    private @Nullable String difference;
    private @Nullable CorruptRecordException damage;

    IndexProof(
            IndexFile file,
            IndexHeader header,
            Optional<Bytes> digest,
            DataFile.Evidence evidence,
            IndexOptions options) {
        this.file = file;
        this.header = header;
        this.digest = digest;
        this.evidence = evidence;
        // The listener of an open index has received its last event.
        this.options = options.progress(OperationProgress.IGNORED);
    }

    /** Throws if the data file may have changed and a scan finds a difference or damage. */
    synchronized void confirm() throws IOException {
        if (evidence != DataFile.Evidence.MAY_HAVE_CHANGED) {
            return;
        }
        scan();
        if (damage != null) {
            throw damage;
        }
        if (difference != null) {
            throw stale(difference, null);
        }
    }

    /**
     * Returns the reason why a record cannot be read. In an intact file, this is always a stale index.
     *
     * @param e the failure of the read
     */
    synchronized IOException reason(CorruptRecordException e) throws IOException {
        if (evidence == DataFile.Evidence.UNCHANGED || e.reason() == CorruptRecordException.Reason.OVER_LIMIT) {
            return e;
        }
        scan();
        return damage != null ? e : stale(difference != null ? difference : String.valueOf(e.getMessage()), e);
    }

    private void scan() throws IOException {
        if (!scanned) {
            try {
                difference = file.difference(header, digest, options);
            } catch (CorruptRecordException e) {
                damage = e;
            }
            scanned = true;
        }
    }

    StaleIndexException stale(String difference, @Nullable Throwable cause) {
        return new StaleIndexException(file.path(), file.data().source().name(), difference, cause);
    }
}
