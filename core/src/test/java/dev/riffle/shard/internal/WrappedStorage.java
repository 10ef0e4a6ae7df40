package dev.riffle.shard.internal;

import dev.riffle.internal.file.WritingLock;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Passes all steps on to another storage. A subclass can count a step or make it fail. */
public abstract class WrappedStorage implements CommitStorage {

    private final CommitStorage storage;

    WrappedStorage(CommitStorage storage) {
        this.storage = storage;
    }

    @Override
    public ByteSink stage(Path hidden, Path place) throws IOException {
        return storage.stage(hidden, place);
    }

    @Override
    public Object version(Path path) throws IOException {
        return storage.version(path);
    }

    @Override
    public void publish(Path hidden, Path place) throws IOException {
        storage.publish(hidden, place);
    }

    @Override
    public void replace(Path hidden, Path place) throws IOException {
        storage.replace(hidden, place);
    }

    @Override
    public void keep(Path place, Path hidden) throws IOException {
        storage.keep(place, hidden);
    }

    @Override
    public void retire(Path place, Path hidden) throws IOException {
        storage.retire(place, hidden);
    }

    @Override
    public void delete(Path path) throws IOException {
        storage.delete(path);
    }

    @Override
    public List<Path> list(Path beside, String prefix) throws IOException {
        return storage.list(beside, prefix);
    }

    @Override
    public Path place(Path name) throws IOException {
        return storage.place(name);
    }

    @Override
    public void createLike(Path old, Path hidden) throws IOException {
        storage.createLike(old, hidden);
    }

    @Override
    public void copyPermissions(Path old, Path hidden) throws IOException {
        storage.copyPermissions(old, hidden);
    }

    @Override
    public WritingLock begin(List<Path> places, String group) throws IOException {
        return storage.begin(places, group);
    }

    @Override
    public Runnable lock(Path place) throws IOException {
        return storage.lock(place);
    }

    @Override
    public void settle(List<Path> places, Set<Path> replaced, String group, boolean isDurable) {
        storage.settle(places, replaced, group, isDurable);
    }
}
