package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.LineageGroups;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SourceProgress;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads text files one after the other. */
final class TextLineStage extends Stage<String> {

    private static final Member<Long> OFFSET = Member.count("offset");

    private final TextLineNode dataset;
    private final @Nullable SourceProgress progress;

    /** The bytes of the current file that are counted in the progress. */
    private long countedBytes;

    private @Nullable LineCursor current;
    private final LongCell file;
    private long restored;
    private int lastFile;
    private long lastOffset;

    TextLineStage(TextLineNode dataset, Run run) {
        super(dataset, run);
        this.progress = run.sources(dataset);
        this.dataset = dataset;
        this.file = index("file", dataset.files().size() + 1);
    }

    @Override
    public @Nullable String next() throws Exception {
        while (file.index() < dataset.files().size()) {
            ByteSource source = dataset.files().get(file.index());
            try {
                LineCursor lines = current;
                if (lines == null) {
                    lines = LineCursor.open(source, dataset.compression(), restored);
                    current = lines;
                    countedBytes = 0;
                }
                String line = lines.next();
                if (line != null) {
                    lastFile = file.index();
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
        file.value++;
        close();
        restored = 0;
    }

    @Override
    public ElementLineage lineage() {
        return new ElementLineage.Place(lastFile, lastOffset);
    }

    @Override
    public State save(LineageTable table) {
        return super.save(table).with(OFFSET, current == null ? restored : current.nextOffset());
    }

    @Override
    public void restore(State state) throws Exception {
        super.restore(state);
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
    static List<String> recompute(TextLineNode dataset, List<ElementLineage> lineages) throws Exception {
        List<ByteSource> files = dataset.files();
        return new LineageGroups<>(
                        lineages,
                        lineage -> ElementLineage.place(lineage, files.size()).file())
                .recompute((file, group) -> lines(files.get(file), dataset.compression(), group));
    }

    private static List<String> lines(ByteSource source, Compression compression, List<ElementLineage> lineages)
            throws IOException {
        TreeMap<Long, String> lines = new TreeMap<>();
        lineages.forEach(lineage -> lines.put(ElementLineage.place(lineage).offset(), ""));
        try (LineCursor cursor = LineCursor.open(source, compression, lines.firstKey())) {
            for (Map.Entry<Long, String> each : lines.entrySet()) {
                cursor.skipTo(each.getKey(), source);
                String line = cursor.next();
                if (line == null) {
                    throw new IOException(source.name() + ": no line begins at offset " + each.getKey()
                            + ", the position of a line in the checkpoint; the file has changed");
                }
                each.setValue(line);
            }
        }
        return lineages.stream()
                .map(lineage -> lines.get(ElementLineage.place(lineage).offset()))
                .toList();
    }
}
