package dev.riffle.shard.internal;

import java.io.IOException;
import java.nio.file.Path;

/** Counts the steps that publish, move or delete files. A subclass can throw before any step. */
public abstract class CountedStorage extends WrappedStorage {

    private int steps;

    protected CountedStorage(CommitStorage storage) {
        super(storage);
    }

    /** Handles the step with this number, counted from 0. An implementation may throw to make the step fail. */
    public abstract void step(int at) throws IOException;

    /** Returns whether a deletion counts as a step. */
    public boolean countsDeletions() {
        return true;
    }

    @Override
    public void publish(Path hidden, Path place) throws IOException {
        step(steps++);
        super.publish(hidden, place);
    }

    @Override
    public void replace(Path hidden, Path place) throws IOException {
        step(steps++);
        super.replace(hidden, place);
    }

    @Override
    public void keep(Path place, Path hidden) throws IOException {
        step(steps++);
        super.keep(place, hidden);
    }

    @Override
    public void retire(Path place, Path hidden) throws IOException {
        step(steps++);
        super.retire(place, hidden);
    }

    @Override
    public void delete(Path path) throws IOException {
        if (countsDeletions()) {
            step(steps++);
        }
        super.delete(path);
    }
}
