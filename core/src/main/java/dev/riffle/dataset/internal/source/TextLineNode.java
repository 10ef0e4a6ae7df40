package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Description;
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
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The lines of text files in UTF-8: TensorFlow's {@code TextLineDataset}. A line feed ends a line. The stage drops all
 * carriage returns. Nonempty text after the last line feed is also a line. If a line is not UTF-8, the stage throws an
 * exception and continues with the next line. If a file cannot be read, the stage throws an exception and continues
 * with the next file.
 */
public final class TextLineNode extends Node<String> {

    private final FileSet files;
    private final Compression compression;

    /** The node that computes the lines if another node supplies the files; null if this node has a list of files. */
    private final @Nullable Node<String> lines;

    private TextLineNode(FileSet files, Compression compression, @Nullable Node<String> lines) {
        super("textLines", ElementSpec.scalar(DType.STRING), lines == null ? List.of() : List.of(lines));
        this.files = files;
        this.compression = compression;
        this.lines = lines;
    }

    /** Returns a node of the lines of these files. */
    public static TextLineNode of(FileSet files, Compression compression) {
        return new TextLineNode(files, compression, null);
    }

    /**
     * Returns a node of the lines of files that another node delivers.
     *
     * @param lines the node that computes the lines of these files
     */
    public static TextLineNode of(Compression compression, Node<String> lines) {
        return new TextLineNode(FileSet.of(List.of()), compression, lines);
    }

    @Override
    public Stage<String> open(Run run) throws Exception {
        files.record();
        return lines == null ? new TextLineStage(this, run) : run.open(lines);
    }

    @Override
    public OptionalLong sourceBytes() {
        return lines == null ? files.totalBytes() : OptionalLong.of(0);
    }

    @Override
    protected void describe(Description description) {
        description.with(lines == null ? files : "of files").with(compression.name());
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
