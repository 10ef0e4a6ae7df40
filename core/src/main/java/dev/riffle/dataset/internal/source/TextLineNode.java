package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.SourcePart;
import dev.riffle.tensor.DType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lines of text files in UTF-8: TensorFlow's {@code TextLineDataset}. A line feed ends a line, and the stage drops
 * all carriage returns. Text after the last line feed is a line unless it is empty. A line that is not UTF-8 is an
 * error in its place, and the next line follows. A file that cannot be read is an error in its place, and the next file
 * follows.
 */
final class TextLineNode extends Node<String> {

    private final FileSet files;
    private final Compression compression;

    /** The node that supplies the files, and the lines of these files; null if the files are listed. */
    private final @Nullable Node<?> given;

    private final @Nullable Node<String> lines;

    private TextLineNode(
            FileSet files, @Nullable Node<?> given, Compression compression, @Nullable Node<String> lines) {
        super("textLines");
        this.files = files;
        this.compression = compression;
        this.given = given;
        this.lines = lines;
    }

    /** Returns the lines of these files. */
    static TextLineNode of(FileSet files, Compression compression) {
        return new TextLineNode(files, null, compression, null);
    }

    /**
     * Returns the lines of the files that {@code given} delivers.
     *
     * @param lines returns the lines of the files of {@code given}
     */
    static TextLineNode given(Node<?> given, Compression compression, Node<String> lines) {
        return new TextLineNode(FileSet.ofAny(List.of()), given, compression, lines);
    }

    @Override
    public Stage<String> open(Run run) throws Exception {
        files.record();
        return lines == null ? new TextLineStage(this) : run.open(lines);
    }

    @Override
    public List<Node<?>> inputs() {
        return lines == null ? List.of() : List.of(lines);
    }

    /** Returns {@link #UNKNOWN_CARDINALITY}. */
    @Override
    public long cardinality() {
        return UNKNOWN_CARDINALITY;
    }

    @Override
    public ElementSpec elementSpec() {
        return ElementSpec.scalar(DType.STRING);
    }

    @Override
    public String signature() {
        return "textLines(" + (given == null ? files.signature() : "of files") + ", " + compression.name() + ")";
    }

    @Override
    public String signatureNow() {
        return "textLines(" + (given == null ? files.signatureNow() : "of files") + ", " + compression.name() + ")";
    }

    @Override
    public String describe() {
        return "textLines(" + files.words() + ", " + compression.name() + ")";
    }

    @Override
    public String fingerprint() {
        return "textLines(" + (given == null ? files.fingerprint() : "of files") + ", " + compression.name() + ")";
    }

    @Override
    public List<String> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return lines == null ? TextLineStage.recompute(this, lineages) : lines.recompute(lineages, run);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        if (lines != null) {
            return lines.origin(lineage);
        }
        ElementLineage.Place place = ElementLineage.place(lineage, files.files().size());
        return Optional.of(new SourcePart(files.files().get(place.file()).name(), place.offset()));
    }

    List<ByteSource> files() {
        return files.files();
    }

    Compression compression() {
        return compression;
    }
}
