package dev.riffle.shard;

import java.io.IOException;
import java.nio.file.Path;

/** Counts the steps that give files another name or delete them. A subclass can end the work before any of them. */
abstract class CountedSteps extends FileSteps {

    private int steps;

    /** Called before the step with this number, from 0. */
    abstract void step(int at) throws IOException;

    /** Returns whether deletions are steps. */
    boolean countsDeletions() {
        return true;
    }

    @Override
    void name(Path from, Path to) throws IOException {
        step(steps++);
        super.name(from, to);
    }

    @Override
    void replace(Path from, Path to) throws IOException {
        step(steps++);
        super.replace(from, to);
    }

    @Override
    void keep(Path file, Path kept) throws IOException {
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
