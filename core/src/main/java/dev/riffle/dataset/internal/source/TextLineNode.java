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
 * The lines of text files in UTF-8: TensorFlow's {@code TextLineNode}. A line feed ends a line, carriage returns are
 * left out wherever they stand, and what follows the last line feed is a line unless it is empty. A line that is not
 * UTF-8 is an error at its place, behind which the next line comes; a file that cannot be read is one, behind which the
 * next file comes.
 */
final class TextLineNode extends Node<String> {

    private final FileSet files;
    private final Compression compression;

    /** What gives the files, where they are not listed, and the lines of those. */
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
     * Returns the lines of files that a node gives.
     *
     * @param lines gives the lines of what {@code given} gives
     */
    static TextLineNode given(Node<?> given, Compression compression, Node<String> lines) {
        return new TextLineNode(FileSet.ofAny(List.of()), given, compression, lines);
    }

    @Override
    public Stage<String> open(Run run) throws Exception {
        files.look();
        return lines == null ? new TextLineStage(this) : run.open(lines);
    }

    @Override
    public List<Node<?>> inputs() {
        return lines == null ? List.of() : List.of(lines);
    }

    /** Unknown. */
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
    public List<String> recompute(List<ElementLineage> marks, Run run) throws Exception {
        return lines == null ? TextLineStage.recompute(this, marks) : lines.recompute(marks, run);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage mark) {
        if (lines != null) {
            return lines.origin(mark);
        }
        ElementLineage.Place place = ElementLineage.place(mark, files.files().size());
        return Optional.of(new SourcePart(files.files().get(place.file()).name(), place.offset()));
    }

    List<ByteSource> files() {
        return files.files();
    }

    Compression compression() {
        return compression;
    }
}
