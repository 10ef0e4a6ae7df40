package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An element that a stage made before its consumer asked for it, with its lineage, or the failure in its place. A
 * checkpoint keeps the lineage, or the text of a failure.
 *
 * @param mark the lineage; null if an input failed and gave none
 */
public record BufferedElement<T>(
        @Nullable T element,
        @Nullable ElementLineage mark,
        @Nullable Throwable failure) {

    public static <T> BufferedElement<T> of(T element, ElementLineage mark) {
        return new BufferedElement<>(element, mark, null);
    }

    public static <T> BufferedElement<T> failed(Throwable failure) {
        return new BufferedElement<>(null, null, failure);
    }

    /** The element, or the failure thrown. */
    public T get() throws Exception {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof Exception exception) {
            throw exception;
        }
        if (element == null) {
            throw new AssertionError("neither element nor failure");
        }
        return element;
    }

    /** The mark of an element that was given. */
    public static ElementLineage markOf(@Nullable BufferedElement<?> given) {
        if (given == null || given.mark == null) {
            throw new IllegalStateException("no element was given");
        }
        return given.mark;
    }

    /** The state with these, in their order, under {@code name}. */
    public static State save(State state, String name, Iterable<? extends BufferedElement<?>> entries, Saving saving) {
        List<JsonValue> items = new ArrayList<>();
        for (BufferedElement<?> entry : entries) {
            items.add(entry.json(saving));
        }
        return state.with(name, new JsonValue.Items(items));
    }

    private JsonValue json(Saving saving) {
        if (mark != null) {
            return saving.json(mark);
        }
        String text = failure == null || failure.getMessage() == null ? String.valueOf(failure) : failure.getMessage();
        String stage = failure instanceof DatasetException known ? known.stage() : "before the checkpoint";
        String prefix = stage + ": ";
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("stage", new JsonValue.Text(stage));
        if (failure instanceof DatasetException known) {
            known.origin().ifPresent(origin -> {
                members.put("file", new JsonValue.Text(origin.name()));
                members.put("offset", new JsonValue.Number(Long.toString(origin.offset())));
            });
        }
        members.put("failed", new JsonValue.Text(text.startsWith(prefix) ? text.substring(prefix.length()) : text));
        return new JsonValue.Members(members);
    }

    /** What {@link #save} kept, the elements made again by {@code dataset}, which gave the marks. */
    public static <T> List<BufferedElement<T>> restore(
            State state, String name, Restoring restoring, Node<T> dataset, Run run) throws Exception {
        List<JsonValue> items = state.items(name);
        List<ElementLineage> marks = new ArrayList<>();
        for (JsonValue item : items) {
            if (!(item instanceof JsonValue.Members)) {
                marks.add(restoring.mark(item));
            }
        }
        List<T> remade = marks.isEmpty() ? List.of() : dataset.remake(marks, run);
        List<BufferedElement<T>> entries = new ArrayList<>(items.size());
        int next = 0;
        for (JsonValue item : items) {
            if (item instanceof JsonValue.Members) {
                State failed = State.of(item);
                SourcePart origin =
                        failed.has("file") ? new SourcePart(failed.text("file"), failed.count("offset")) : null;
                entries.add(failed(Failures.failure(failed.text("stage"), origin, failed.text("failed"), null)));
            } else {
                entries.add(of(remade.get(next), marks.get(next)));
                next++;
            }
        }
        return entries;
    }
}
