package dev.riffle.dataset.internal.source;

import dev.riffle.RecordReaderOptions;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import dev.riffle.tensor.DType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The payloads of record files: TensorFlow's {@code TFRecordDataset}. Reads TFRecord and OFRecord, plain and
 * compressed, and recognises the format from the content. The consumer owns each payload.
 *
 * <p>The stage opens each file when its turn comes. For a missing or damaged file, the stage throws an exception with
 * file and offset. The next element is then the first record of the next file, unless the {@linkplain #options options}
 * skip damage. The stage verifies all checksums, unless the options turn off payload checksums.
 *
 * <p>A checkpoint holds the number of the file and the offset of the next record. A resumed run seeks to the offset in
 * plain files, and reads compressed files from their start. A resumed run may read the files from another directory,
 * but names and sizes must be the same. If a node supplies the files, this node must resume with the same files.
 * {@link FileListNode} compares the files; other nodes do not.
 */
public final class RecordNode extends Node<Bytes> {

    private final Node<?> files;
    private final @Nullable FileSet listed;
    private final RecordReaderOptions options;
    private final int cycleLength;
    private final @Nullable Parallelism parallel;

    private RecordNode(
            Node<?> files,
            @Nullable FileSet listed,
            RecordReaderOptions options,
            int cycleLength,
            @Nullable Parallelism parallel) {
        super("records", ElementSpec.scalar(DType.STRING), listed == null ? List.of(files) : List.of());
        this.files = files;
        this.listed = listed;
        this.options = options;
        this.cycleLength = cycleLength;
        this.parallel = parallel;
    }

    /** Returns a node of the records of these files. Each element of the list is a path, a name or a source. */
    public static RecordNode of(List<?> files) {
        FileSet listed = FileSet.of(files);
        Node<?> names = new ListNode<>("files", listed.files());
        return new RecordNode(names, listed, RecordReaderOptions.defaults(), 1, null);
    }

    /** Returns a node of the records of the files that {@code files} delivers. */
    public static RecordNode of(Node<?> files) {
        return new RecordNode(files, null, RecordReaderOptions.defaults(), 1, null);
    }

    public RecordNode options(RecordReaderOptions options) {
        if (Argument.present(options, "options").follows()) {
            throw new IllegalArgumentException("a dataset cannot follow growing files;"
                    + " remove follow(), or read one file with a RecordReader");
        }
        return new RecordNode(files, listed, options, cycleLength, parallel);
    }

    public RecordNode parallelReads(int numParallelReads) {
        int reads = Parallelism.cycleLength(numParallelReads, "numParallelReads");
        return parallelReads(reads, Parallelism.calls(reads));
    }

    public RecordNode parallelReads(int numParallelReads, Parallelism parallel) {
        int reads = Parallelism.cycleLength(numParallelReads, "numParallelReads");
        return new RecordNode(files, listed, options, reads, parallel);
    }

    @Override
    public Stage<Bytes> open(Run run) throws Exception {
        if (listed != null) {
            listed.record();
        }
        return new RecordStage(this, run, parallel);
    }

    @Override
    public OptionalLong sourceBytes() {
        return listed == null ? OptionalLong.empty() : listed.totalBytes();
    }

    @Override
    protected void describe(Description description) {
        description
                .with(listed == null ? "of files" : listed)
                .with(cycleLength != 1, cycleLength + " in turn")
                .with(!options.selection().isEmpty(), options.selection());
    }

    @Override
    public List<Bytes> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return RecordRecomputation.of(this, lineages, run);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        try (Run run = new Run()) {
            Object file = files.recompute(List.of(fileOf(lineage)), run).get(0);
            return Optional.of(new SourcePart(FileSet.source(file).name(), offsetOf(lineage)));
        } catch (Exception e) {
            // If the node cannot compute the path again, the message omits the path.
            return Optional.empty();
        }
    }

    /**
     * Returns the lineage of the record at an offset of the file with this lineage. If the source has a version, the
     * lineage consists of the version's number and the place. Otherwise, the lineage is the place.
     */
    ElementLineage lineage(ElementLineage file, long offset, Optional<String> version) {
        ElementLineage place = listed != null && file instanceof ElementLineage.Position position
                ? new ElementLineage.Place((int) position.index(), offset)
                : ElementLineage.Several.of(file, new ElementLineage.Position(offset));
        return version.isEmpty()
                ? place
                : ElementLineage.Several.of(new ElementLineage.Position(numberOf(version.get())), place);
    }

    private static long numberOf(String version) {
        return version.hashCode();
    }

    /** Returns the lineage of a record without the version. */
    private static ElementLineage placeOf(ElementLineage lineage) {
        return hasVersion(lineage) ? ElementLineage.part(lineage, 2, 1) : lineage;
    }

    /** Returns whether a lineage contains a version. The second part of a place is an offset. */
    private static boolean hasVersion(ElementLineage lineage) {
        return lineage instanceof ElementLineage.Several several
                && several.parts().size() == 2
                && !(several.parts().get(1) instanceof ElementLineage.Position);
    }

    /** Returns whether the record with this lineage can belong to a source of this version. */
    static boolean fits(ElementLineage lineage, Optional<String> version) {
        if (!hasVersion(lineage)) {
            return true;
        }
        long number = ElementLineage.position(ElementLineage.part(lineage, 2, 0));
        return version.isPresent() && numberOf(version.get()) == number;
    }

    /** Returns the lineage of the file of a record. */
    ElementLineage fileOf(ElementLineage lineage) {
        return placeOf(lineage) instanceof ElementLineage.Place place
                ? new ElementLineage.Position(place.file())
                : ElementLineage.part(placeOf(lineage), 2, 0);
    }

    /** Returns the offset of the record with this lineage. */
    static long offsetOf(ElementLineage lineage) {
        return placeOf(lineage) instanceof ElementLineage.Place place
                ? place.offset()
                : ElementLineage.position(ElementLineage.part(placeOf(lineage), 2, 1));
    }

    Node<?> files() {
        return files;
    }

    RecordReaderOptions options() {
        return options;
    }

    int cycleLength() {
        return cycleLength;
    }
}
