package dev.riffle.dataset.internal.source;

import dev.riffle.RecordReaderOptions;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import dev.riffle.tensor.DType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The payloads of record files, TFRecord and OFRecord, plain and compressed, recognised from their content:
 * TensorFlow's {@code TFRecordDataset}. Each payload is the consumer's own.
 *
 * <p>Files are opened when their turn comes. One that is missing, or damaged, is an error at that place, with file and
 * offset; the next element is then the first of the next file, unless the {@linkplain #options options} say to skip
 * damage. All checksums are verified, unless the options leave out those of the payloads.
 *
 * <p>A checkpoint keeps the number of the file and the offset of the next record; plain files are resumed there without
 * reading what comes before, compressed ones are read from their start and passed over. It can be resumed where the
 * files are in another directory, but names and sizes must be the same. Files that a dataset gives are that dataset's:
 * {@link FileListNode} compares them, others do not.
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
        super("records");
        this.files = files;
        this.listed = listed;
        this.options = options;
        this.cycleLength = cycleLength;
        this.parallel = parallel;
    }

    /** Returns the records of these files: paths, names or sources. */
    public static RecordNode of(List<?> files) {
        FileSet listed = FileSet.ofAny(files);
        Node<?> names = new ListNode<>("files", listed.files());
        return new RecordNode(names, listed, RecordReaderOptions.defaults(), 1, null);
    }

    /** Returns the records of files that a node gives. */
    public static RecordNode of(Node<?> files) {
        return new RecordNode(files, null, RecordReaderOptions.defaults(), 1, null);
    }

    public RecordNode options(RecordReaderOptions options) {
        if (Argument.present(options, "options").follows()) {
            throw new IllegalArgumentException("a dataset cannot follow files, each of which ends where it ends now;"
                    + " leave out follow(), or read one file with a RecordReader");
        }
        return new RecordNode(files, listed, options, cycleLength, parallel);
    }

    public RecordNode parallelReads(int numParallelReads) {
        checkReads(numParallelReads);
        return parallelReads(numParallelReads, Parallelism.calls(numParallelReads));
    }

    public RecordNode parallelReads(int numParallelReads, Parallelism parallel) {
        checkReads(numParallelReads);
        Argument.present(parallel, "parallel");
        return new RecordNode(files, listed, options, numParallelReads, parallel);
    }

    private static void checkReads(int numParallelReads) {
        if (numParallelReads < 1) {
            throw new IllegalArgumentException("numParallelReads must be positive: " + numParallelReads);
        }
    }

    @Override
    public Stage<Bytes> open(Run run) throws Exception {
        if (listed != null) {
            listed.look();
        }
        Stage<?> opened = listed == null ? run.open(files) : files.open(run);
        return new RecordStage(this, run, opened, parallel);
    }

    /** Unknown. */
    @Override
    public long cardinality() {
        return UNKNOWN_CARDINALITY;
    }

    @Override
    public List<Node<?>> inputs() {
        return listed == null ? List.of(files) : List.of();
    }

    @Override
    public ElementSpec elementSpec() {
        return ElementSpec.scalar(DType.STRING);
    }

    @Override
    public String signature() {
        return signature(listed == null ? "of files" : listed.signature());
    }

    @Override
    public String signatureNow() {
        return signature(listed == null ? "of files" : listed.signatureNow());
    }

    @Override
    public String describe() {
        return signature(listed == null ? "of files" : listed.words());
    }

    @Override
    public String fingerprint() {
        return signature(listed == null ? "of files" : listed.fingerprint());
    }

    private String signature(String which) {
        String said = options.toString();
        return "records(" + which + (cycleLength == 1 ? "" : ", " + cycleLength + " in turn")
                + (said.isEmpty() ? "" : ", " + said) + ")";
    }

    @Override
    public List<Bytes> recompute(List<ElementLineage> marks, Run run) throws Exception {
        return new RecordRecomputation(this, marks).recompute(run);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage mark) {
        try (Run run = new Run()) {
            Object file = files.recompute(List.of(fileOf(mark)), run).get(0);
            return Optional.of(new SourcePart(source(file).name(), offsetOf(mark)));
        } catch (Exception e) {
            // A path that cannot be made again is only missing in a message.
            return Optional.empty();
        }
    }

    /** The mark of a record, where {@code file} is that of its file. */
    ElementLineage mark(ElementLineage file, long offset) {
        return listed != null && file instanceof ElementLineage.Position position
                ? new ElementLineage.Place((int) position.index(), offset)
                : ElementLineage.Several.of(file, new ElementLineage.Position(offset));
    }

    /** The mark of the file of a record. */
    ElementLineage fileOf(ElementLineage mark) {
        return mark instanceof ElementLineage.Place place
                ? new ElementLineage.Position(place.file())
                : ElementLineage.parts(mark, 2).get(0);
    }

    /** Where the record with this mark begins. */
    static long offsetOf(ElementLineage mark) {
        return mark instanceof ElementLineage.Place place
                ? place.offset()
                : ElementLineage.position(ElementLineage.parts(mark, 2).get(1));
    }

    /** What {@link #files} gave, as something to read. */
    static ByteSource source(Object file) {
        return FileSet.source(file);
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
