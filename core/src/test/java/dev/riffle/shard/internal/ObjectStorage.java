package dev.riffle.shard.internal;

import dev.riffle.io.ByteSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stores objects in memory, like an object store: it has no renames, links, directories or locks. An object appears
 * when its upload is complete, and the only way to keep it under another name is a copy.
 */
final class ObjectStorage implements CommitStorage {

    /** The content of an object or of an upload. Its identity is its version. */
    private static final class Content {
        private final byte[] bytes;

        Content(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private final Map<Path, Content> objects = new TreeMap<>();
    private final Map<Path, Content> uploads = new TreeMap<>();

    /** Writes all objects to a directory for readers. */
    synchronized void download(Path directory) throws IOException {
        for (Map.Entry<Path, Content> object : objects.entrySet()) {
            Files.write(directory.resolve(object.getKey().getFileName().toString()), object.getValue().bytes);
        }
    }

    synchronized boolean hasUploads() {
        return !uploads.isEmpty();
    }

    private synchronized void upload(Path hidden, byte[] bytes) {
        uploads.put(hidden, new Content(bytes));
    }

    @Override
    public ByteSink stage(Path hidden, Path place) {
        return new ByteSink() {
            @Override
            public String name() {
                return place.toString();
            }

            @Override
            public Output create() {
                return new Upload(hidden);
            }
        };
    }

    private final class Upload implements ByteSink.Output {
        private final Path hidden;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final WritableByteChannel channel = Channels.newChannel(bytes);

        Upload(Path hidden) {
            this.hidden = hidden;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            return channel.write(source);
        }

        @Override
        public void sync() {
            // A complete upload is durable.
        }

        @Override
        public void commit() {
            upload(hidden, bytes.toByteArray());
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    @Override
    public synchronized Object version(Path path) {
        Content upload = uploads.get(path);
        return upload == null ? objects.get(path) : upload;
    }

    @Override
    public synchronized void publish(Path hidden, Path place) throws IOException {
        if (objects.containsKey(place)) {
            throw new FileAlreadyExistsException(place.toString(), null, "exists already");
        }
        replace(hidden, place);
    }

    @Override
    public synchronized void replace(Path hidden, Path place) throws IOException {
        Content upload = uploads.remove(hidden);
        if (upload == null) {
            keep(hidden, place);
            objects.remove(hidden);
        } else {
            objects.put(place, upload);
        }
    }

    @Override
    public synchronized void keep(Path place, Path hidden) throws IOException {
        Content object = objects.get(place);
        if (object == null) {
            throw new NoSuchFileException(place.toString());
        }
        objects.put(hidden, new Content(object.bytes));
    }

    @Override
    public synchronized void delete(Path path) {
        uploads.remove(path);
        objects.remove(path);
    }

    @Override
    public synchronized List<Path> list(Path beside, String prefix) {
        return objects.keySet().stream()
                .filter(key -> key.getParent().equals(beside.getParent())
                        && key.getFileName().toString().startsWith(prefix))
                .toList();
    }
}
