package dev.riffle.dataset.internal.engine;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stages that are opened and closed together. */
public final class Opened {

    private Opened() {}

    /** Opens all, in order, into {@code stages}; if one cannot be opened, those before are closed. */
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

    /** Closes all that are there, also if one of them fails. */
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
