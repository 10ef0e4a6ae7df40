package dev.riffle.dataset.internal.cache;

import dev.riffle.RecordReader;
import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.LineageGroups;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the elements of a full pass in a file. Each iterator decides at its opening whether to write or to read the
 * file. The file appears when a pass has reached the end without an error. The new file replaces a file of another
 * pipeline or of other input files.
 */
public final class FileCacheNode<T> extends UnaryNode<T, T> {

    private static final ElementLineage WRITTEN = new ElementLineage.Position(0);
    private static final ElementLineage READ = new ElementLineage.Position(1);

    private final Path path;
    private final String version;

    public FileCacheNode(Node<T> input, Path path, String version) {
        super("cache", input, input.elementSpec());
        this.path = path;
        this.version = version;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        CacheFile file = file();
        return new CacheStage<>(
                this,
                run,
                file.inspect() == CacheFile.Found.THIS,
                () -> new FileCacheWriting<>(this, file, run),
                () -> new FileCacheReading<>(this, file, run));
    }

    /** Returns the cache file for the current state of the pipeline. */
    CacheFile file() {
        return CacheFile.of(
                path,
                "version " + version + "\n"
                        + String.join("\n", new Pipeline(input()).descriptions(Description.Purpose.CACHE)));
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    protected void describe(Description description) {
        boolean isExplained = description.isFor(Description.Purpose.EXPLANATION);
        Path name = path.getFileName() == null ? path : path.getFileName();
        description.with(isExplained ? name : "file").with(!version.isEmpty(), "version " + version);
    }

    /** Returns the lineage of an element that comes from the input. */
    static ElementLineage written(ElementLineage input) {
        return ElementLineage.Several.of(WRITTEN, input);
    }

    /** Returns the lineage of an element that comes from the file. */
    static ElementLineage read(long index, long offset) {
        return ElementLineage.Several.of(READ, new ElementLineage.Position(index), new ElementLineage.Position(offset));
    }

    private static List<ElementLineage> parts(ElementLineage lineage) {
        if (lineage instanceof ElementLineage.Several several) {
            List<ElementLineage> parts = several.parts();
            if ((parts.size() == 2 && parts.get(0).equals(WRITTEN))
                    || (parts.size() == 3 && parts.get(0).equals(READ))) {
                return parts;
            }
        }
        throw CheckpointFailures.damaged("not the position of a cache's element: " + lineage);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        List<ElementLineage> parts = parts(lineage);
        return parts.get(0).equals(WRITTEN)
                ? input().origin(parts.get(1))
                : Optional.of(new SourcePart(path.toString(), ElementLineage.position(parts.get(2))));
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return new LineageGroups<>(lineages, lineage -> parts(lineage).get(0).equals(WRITTEN))
                .recompute((written, group) ->
                        written ? input().recompute(ElementLineage.eachPart(group, 2, 1), run) : readAgain(group));
    }

    private List<T> readAgain(List<ElementLineage> lineages) throws IOException {
        Map<Long, T> elements = new HashMap<>();
        Map<Long, Long> records = new TreeMap<>();
        for (ElementLineage lineage : lineages) {
            records.put(number(lineage, 2), number(lineage, 1) + 1);
        }
        CacheFile file = file();
        try (RecordReader reader = file.open()) {
            for (Map.Entry<Long, Long> record : records.entrySet()) {
                long offset = record.getKey();
                if (offset < 0 || record.getValue() < 0) {
                    throw CheckpointFailures.damaged("not the position of a cache's element: " + offset);
                }
                reader.seek(offset, record.getValue());
                T element = reader.next() ? element(file, reader) : null;
                if (element == null) {
                    throw CheckpointFailures.damaged(path + ": element not found at offset " + offset);
                }
                elements.put(offset, element);
            }
        }
        return lineages.stream()
                .map(lineage -> elements.get(number(lineage, 2)))
                .toList();
    }

    private static long number(ElementLineage lineage, int part) {
        return ElementLineage.position(parts(lineage).get(part));
    }

    @SuppressWarnings("unchecked") // The fingerprint shows that this pipeline wrote the element.
    @Nullable
    T element(CacheFile file, RecordReader reader) throws IOException {
        return (T) file.element(reader);
    }
}
