package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.SavedRun;
import java.util.ArrayList;
import java.util.List;

/** Finds the lineages and the position of a global shuffle in the states of a pipeline. */
final class HeldLineages {

    private final List<ElementLineage.Place> places = new ArrayList<>();
    private final List<GlobalShuffleNode.Position> positions = new ArrayList<>();
    private boolean ended;

    HeldLineages(SavedRun run) {
        run.visit(this::look, places::add);
    }

    private void look(State state) {
        if (state.isOf(State.Kind.FAILURE)) {
            throw new IllegalArgumentException("a checkpoint holds a failure that next() has not thrown yet, so its"
                    + " element would be lost; resume the checkpoint, call next() until it throws, and save another"
                    + " checkpoint; or put ignoreErrors directly after the stage that fails");
        }
        if (state.isOf(State.Kind.GLOBAL_SHUFFLE)) {
            positions.add(GlobalShuffleNode.Position.of(state));
        }
        if (state.isOf(State.Kind.SHUFFLE) && ShuffleStage.hasClosedInput(state)) {
            ended = true;
        }
    }

    /** Returns the places of the elements that stages hold. */
    List<ElementLineage.Place> places() {
        return places;
    }

    /**
     * Returns the position of the global shuffle. Returns an empty list if a later shuffle has not opened its input
     * yet, or has closed its input.
     */
    List<GlobalShuffleNode.Position> positions() {
        return positions;
    }

    /** Returns whether a shuffle has closed its input. */
    boolean hasEnded() {
        return ended;
    }
}
