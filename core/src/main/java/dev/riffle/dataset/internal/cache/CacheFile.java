package dev.riffle.dataset.internal.cache;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.dataset.internal.checkpoint.ElementCodec;
import dev.riffle.internal.Sha256;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A cache file: a TFRecord file with a header, the elements in the form of {@link ElementCodec}, and a last record with
 * the number of elements.
 *
 * <pre>
 * header   "riffle cache 1\n", then the fingerprint of the earlier stages as 64 hexadecimal digits
 * element  kind (one byte, 1 to 14), content
 * last     255 (one byte), the number of elements (8 bytes, big-endian)
 * </pre>
 */
record CacheFile(Path path, String fingerprint) {

    /** The state of the file under the cache's file name. */
    enum Found {
        NOTHING,
        THIS,
        STALE
    }

    static final int LAST = 255;

    private static final String BEGINNING = "riffle cache ";
    private static final String VERSION = "1";

    /** Returns the file of a cache whose earlier stages have this description. */
    static CacheFile of(Path path, String described) {
        byte[] digest = Sha256.digest().digest(described.getBytes(StandardCharsets.UTF_8));
        return new CacheFile(path, HexFormat.of().formatHex(digest));
    }

    private String header() {
        return BEGINNING + VERSION + "\n" + fingerprint;
    }

    /**
     * Returns the state of the file.
     *
     * @throws IOException if the file cannot be read or is not a cache
     */
    Found inspect() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Found.NOTHING;
        }
        try (RecordReader reader = RecordReader.open(path)) {
            if (reader.next()) {
                String first = new String(reader.payloadBytes(), StandardCharsets.UTF_8);
                if (first.equals(header())) {
                    return Found.THIS;
                }
                if (first.startsWith(BEGINNING)) {
                    return Found.STALE;
                }
            }
        } catch (NoSuchFileException e) {
            return Found.NOTHING;
        } catch (UnrecognizedFileException | CorruptRecordException e) {
            throw foreign(e);
        }
        throw foreign(null);
    }

    private IOException foreign(@Nullable Exception cause) {
        return new IOException(
                path + ": already exists and is not a Riffle cache; choose another path, or delete the file", cause);
    }

    /** Creates a staging file next to the cache file. {@code before} is the result of {@link #inspect}. */
    RecordWriter create(Found before) throws IOException {
        // Replaces a symbolic link itself, because the target of the link may be the cache of another pipeline.
        ByteSink sink = before == Found.STALE ? ByteSink.replacing(path, LinkOption.NOFOLLOW_LINKS) : ByteSink.of(path);
        RecordWriter writer =
                RecordWriter.create(sink, RecordWriterOptions.defaults().compression(Compression.NONE));
        try {
            writer.write(header());
            return writer;
        } catch (IOException | RuntimeException e) {
            discard(writer);
            throw e;
        }
    }

    /**
     * Completes and commits the staging file. Drops the staging file if another program has already committed the same
     * cache.
     *
     * @throws IOException if the commit fails, or if another file now has this name
     */
    void publish(RecordWriter writer) throws IOException {
        try {
            if (inspect() == Found.THIS) {
                return;
            }
            byte[] last = new byte[1 + Long.BYTES];
            ByteBuffer.wrap(last).put((byte) LAST).putLong(writer.count() - 1);
            writer.write(last);
            try {
                writer.commit();
            } catch (FileAlreadyExistsException e) {
                if (inspect() != Found.THIS) {
                    throw e;
                }
            }
        } finally {
            discard(writer);
        }
    }

    /** Closes the writer and drops its uncommitted file. */
    static void discard(RecordWriter writer) throws IOException {
        try {
            writer.close();
        } catch (IllegalStateException e) {
            // The writer reports the missing commit, which is the intended result.
        }
    }

    /** Opens the file and reads the header. */
    RecordReader open() throws IOException {
        RecordReader reader = RecordReader.open(path);
        try {
            if (reader.next() && new String(reader.payloadBytes(), StandardCharsets.UTF_8).equals(header())) {
                return reader;
            }
        } catch (Throwable e) {
            try (reader) {
                throw e;
            }
        }
        reader.close();
        throw new IOException(path + ": another cache has replaced the file; start a new run");
    }

    /**
     * Returns the element of the current record, or null for the last record, which contains the number of elements.
     */
    @Nullable
    Object element(RecordReader reader) throws IOException {
        byte[] payload = reader.payloadBytes();
        if (payload.length == 1 + Long.BYTES && (payload[0] & 0xff) == LAST) {
            long count = ByteBuffer.wrap(payload).getLong(1);
            if (count != reader.index() - 1) {
                throw damaged(reader, "expected " + count + " elements, found " + (reader.index() - 1), null);
            }
            return null;
        }
        try {
            return ElementCodec.decode(payload);
        } catch (IOException e) {
            throw damaged(reader, String.valueOf(e.getMessage()), e);
        }
    }

    IOException damaged(RecordReader reader, String what, @Nullable Exception cause) {
        return new IOException(
                path + ": the cache is damaged: " + what + "; delete the file, and the next run writes it again",
                cause);
    }
}
