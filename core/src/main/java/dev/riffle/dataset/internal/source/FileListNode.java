package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.nio.file.Path;
import java.util.List;

/**
 * The files that match patterns: TensorFlow's {@code list_files}. The search runs once, when the dataset is built. Each
 * pass has another random order, unless the caller asks for sorted files.
 *
 * <p>In a pattern, {@code *} matches any text and {@code ?} any character between slashes. {@code [a-z]} and
 * {@code [!a-z]} match one character, and a backslash escapes the next character. Braces have no meaning, and
 * {@code **} does not search directories. Wildcards match a leading dot like any character. A file that matches two
 * patterns is delivered twice.
 */
final class FileListNode extends Node<Path> {

    private final List<Path> files;
    private final FileSet listed;
    private final Node<Path> ordered;

    /**
     * @param ordered returns {@code files} in the requested order
     */
    FileListNode(List<Path> files, Node<Path> ordered) {
        super("listFiles");
        this.files = files;
        this.listed = FileSet.of(files);
        this.ordered = ordered;
    }

    @Override
    public Stage<Path> open(Run run) throws Exception {
        listed.look();
        return run.open(ordered);
    }

    @Override
    public long cardinality() {
        return files.size();
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(ordered);
    }

    @Override
    public String signature() {
        return "listFiles(" + listed.signature() + ")";
    }

    @Override
    public String signatureNow() {
        return "listFiles(" + listed.signatureNow() + ")";
    }

    @Override
    public String describe() {
        return "listFiles(" + FileSet.of(files).words() + ")";
    }

    @Override
    public String fingerprint() {
        return "listFiles(" + listed.fingerprint() + ")";
    }

    @Override
    public List<Path> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return ordered.recompute(lineages, run);
    }
}
