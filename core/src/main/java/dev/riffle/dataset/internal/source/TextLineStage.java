package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.SourceProgress;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.io.ByteSource;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads text files one after the other. */
final class TextLineStage extends Stage<String> {

    private static final StateKey<Long> FILE = StateKey.count("file");
    private static final StateKey<Long> OFFSET = StateKey.count("offset");

    private final TextLineNode dataset;
    private final @Nullable SourceProgress progress;

    /** The bytes of the current file that are counted in the progress. */
    private long countedBytes;

    private @Nullable LineCursor current;
    private int file;
    private long restored;
    private int lastFile;
    private long lastOffset;

    TextLineStage(TextLineNode dataset, @Nullable SourceProgress progress) {
        super(dataset);
        this.progress = progress;
        this.dataset = dataset;
    }

    @Override
    @Nullable
    public String next() throws Exception {
        while (file < dataset.files().size()) {
            ByteSource source = dataset.files().get(file);
            try {
                LineCursor lines = current;
                if (lines == null) {
                    lines = LineCursor.open(source, dataset.compression(), restored);
                    current = lines;
                    countedBytes = 0;
                }
                String line = lines.next();
                if (line != null) {
                    lastFile = file;
                    lastOffset = lines.offset();
                    count(lines, 1);
                    return line;
                }
            } catch (CharacterCodingException e) {
                long at = current == null ? restored : current.offset();
                throw Failures.failure(name(), new SourcePart(source.name(), at), "line is not UTF-8", e);
            } catch (IOException e) {
                long at = current == null ? restored : current.nextOffset();
                nextFile();
                throw Failures.of(name(), new SourcePart(source.name(), at), e);
            }
            nextFile();
        }
        return null;
    }

    private void count(LineCursor lines, int more) {
        if (progress != null) {
            long bytes = lines.sourceBytesRead();
            progress.read(more, bytes - countedBytes);
            countedBytes = bytes;
        }
    }

    private void nextFile() throws IOException {
        file++;
        close();
        restored = 0;
    }

    @Override
    public ElementLineage lineage() {
        return new ElementLineage.Place(lastFile, lastOffset);
    }

    @Override
    public State save(Saving saving) {
        return State.empty().with(FILE, file).with(OFFSET, current == null ? restored : current.nextOffset());
    }

    @Override
    public void restore(State state, Restoring restoring) {
        file = state.index(FILE, dataset.files().size() + 1);
        restored = state.get(OFFSET);
    }

    @Override
    public void close() throws IOException {
        LineCursor lines = current;
        current = null;
        if (lines != null) {
            count(lines, 0);
            restored = lines.nextOffset();
            lines.close();
        }
    }

    /** Computes lines again. Reads each file once, from beginning to end. */
    static List<String> recompute(TextLineNode dataset, List<ElementLineage> lineages) throws IOException {
        Integer[] order = new Integer[lineages.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(
                order,
                Comparator.comparing(
                        i -> ElementLineage.place(lineages.get(i)),
                        Comparator.comparingInt(ElementLineage.Place::file)
                                .thenComparingLong(ElementLineage.Place::offset)));
        String[] recomputed = new String[lineages.size()];
        LineCursor lines = null;
        try {
            ElementLineage.Place before = null;
            String line = "";
            for (int index : order) {
                ElementLineage.Place place = ElementLineage.place(
                        lineages.get(index), dataset.files().size());
                if (!place.equals(before)) {
                    ByteSource source = dataset.files().get(place.file());
                    if (lines == null || before == null || before.file() != place.file()) {
                        if (lines != null) {
                            lines.close();
                        }
                        lines = LineCursor.open(source, dataset.compression(), place.offset());
                    }
                    lines.skipTo(place.offset(), source);
                    line = lines.next();
                    before = place;
                    if (line == null) {
                        throw new IOException(source.name() + ": no line begins at offset " + place.offset()
                                + ", the position of a line in the checkpoint; the file has changed");
                    }
                }
                recomputed[index] = line;
            }
        } finally {
            if (lines != null) {
                lines.close();
            }
        }
        return new ArrayList<>(Arrays.asList(recomputed));
    }
}
