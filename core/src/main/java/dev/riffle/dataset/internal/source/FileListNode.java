package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.nio.file.Path;
import java.util.List;

/**
 * Files by pattern: TensorFlow's {@code list_files}. The files are looked for once, when the dataset is built, and come
 * in another random order in each pass unless the caller asks for sorted files.
 *
 * <p>In a pattern, {@code *} is any text and {@code ?} any character between slashes, {@code [a-z]} and {@code [!a-z]}
 * one character, and a backslash takes away the meaning of what follows; there are no braces, and {@code **} does not
 * look into directories. A dot at the beginning is matched as any character. A file that two patterns match is given
 * twice.
 */
final class FileListNode extends Node<Path> {

    private final List<Path> files;
    private final FileSet listed;
    private final Node<Path> ordered;

    /** @param ordered gives {@code files} in the order that is wanted */
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
    public List<Path> recompute(List<ElementLineage> marks, Run run) throws Exception {
        return ordered.recompute(marks, run);
    }
}
