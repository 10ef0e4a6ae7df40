package dev.riffle.dataset.internal.engine;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens and closes several stages together. */
public final class Opened {

    private Opened() {}

    /**
     * Opens all datasets in order and adds their stages to {@code stages}. If a dataset fails to open, closes the
     * stages before it.
     */
    public static void all(List<? extends Node<?>> datasets, List<Stage<?>> stages, Run run) throws Exception {
        try {
            for (Node<?> dataset : datasets) {
                stages.add(run.open(dataset));
            }
        } catch (Exception e) {
            try {
                close(stages);
            } catch (IOException another) {
                e.addSuppressed(another);
            }
            throw e;
        }
    }

    /** Closes all stages that are not null, even if a stage fails to close. */
    public static void close(List<? extends @Nullable Stage<?>> stages) throws IOException {
        IOException failure = null;
        for (Stage<?> stage : stages) {
            try {
                if (stage != null) {
                    stage.close();
                }
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
