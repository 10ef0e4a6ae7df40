package dev.riffle.shard.internal;

import java.io.IOException;
import java.nio.file.Path;

/** Counts the steps that rename or delete files. A subclass can throw before any step. */
public abstract class CountedSteps extends FileSteps {

    private int steps;

    /** Handles the step with this number, counted from 0. An implementation may throw to make the step fail. */
    public abstract void step(int at) throws IOException;

    /** Returns whether a deletion counts as a step. */
    public boolean countsDeletions() {
        return true;
    }

    @Override
    public void name(Path from, Path to) throws IOException {
        step(steps++);
        super.name(from, to);
    }

    @Override
    public void replace(Path from, Path to) throws IOException {
        step(steps++);
        super.replace(from, to);
    }

    @Override
    public void keep(Path file, Path kept) throws IOException {
        step(steps++);
        super.keep(file, kept);
    }

    @Override
    void delete(Path file) throws IOException {
        if (countsDeletions()) {
            step(steps++);
        }
        super.delete(file);
    }
}
