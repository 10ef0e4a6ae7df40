package dev.riffle.dataset.internal.cache;

import dev.riffle.RecordReader;
import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the elements of a full pass in a file. Each iterator decides at its opening whether to write or to read the
 * file. The file appears when a pass has reached the end without an error. The new file replaces a file of another
 * pipeline or of other input files.
 */
final class FileCacheNode<T> extends UnaryNode<T, T> {

    private static final ElementLineage WRITTEN = new ElementLineage.Position(0);
    private static final ElementLineage READ = new ElementLineage.Position(1);

    private final Path path;
    private final String version;

    FileCacheNode(Node<T> input, Path path, String version) {
        super("cache", input);
        this.path = path;
        this.version = version;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new FileCacheStage<>(this, run);
    }

    /** Returns the cache file for the current state of the pipeline. */
    CacheFile file() {
        return new CacheFile(
                path, "version " + version + "\n" + String.join("\n", new Pipeline(input()).fingerprints()));
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    public ElementSpec elementSpec() {
        return input().elementSpec();
    }

    @Override
    public String signature() {
        return words("file");
    }

    @Override
    public String describe() {
        Path name = path.getFileName();
        return words(name == null ? path.toString() : name.toString());
    }

    private String words(String file) {
        return "cache(" + file + (version.isEmpty() ? "" : ", version " + version) + ")";
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
        throw noPosition(lineage);
    }

    private static CheckpointException noPosition(ElementLineage lineage) {
        return CheckpointFailures.damaged("not the position of a cache's element: " + lineage);
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
        List<ElementLineage> written = new ArrayList<>();
        List<Integer> read = new ArrayList<>();
        for (int i = 0; i < lineages.size(); i++) {
            if (parts(lineages.get(i)).get(0).equals(WRITTEN)) {
                written.add(parts(lineages.get(i)).get(1));
            } else {
                read.add(i);
            }
        }
        List<@Nullable T> recomputed = new ArrayList<>(Collections.nCopies(lineages.size(), null));
        if (!written.isEmpty()) {
            List<T> elements = input().recompute(written, run);
            int next = 0;
            for (int i = 0; i < lineages.size(); i++) {
                if (parts(lineages.get(i)).get(0).equals(WRITTEN)) {
                    recomputed.set(i, elements.get(next++));
                }
            }
        }
        if (!read.isEmpty()) {
            readAgain(lineages, read, recomputed);
        }
        return List.copyOf(recomputed);
    }

    private void readAgain(List<ElementLineage> lineages, List<Integer> wanted, List<@Nullable T> recomputed)
            throws IOException {
        Comparator<Integer> byOffset = Comparator.comparingLong(i -> number(lineages.get(i), 2));
        wanted.sort(byOffset);
        CacheFile file = file();
        try (RecordReader reader = file.open()) {
            for (int i : wanted) {
                long offset = number(lineages.get(i), 2);
                long record = number(lineages.get(i), 1) + 1;
                if (offset < 0 || record < 0) {
                    throw noPosition(lineages.get(i));
                }
                reader.seek(offset, record);
                T element = reader.next() ? element(file, reader) : null;
                if (element == null) {
                    throw CheckpointFailures.damaged(path + ": element not found: " + lineages.get(i));
                }
                recomputed.set(i, element);
            }
        }
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
