package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import java.nio.file.Path;
import java.util.List;

/**
 * The files that match patterns: TensorFlow's {@code list_files}. Riffle lists the directories once, when it creates
 * the dataset. Each pass has another random order, unless the caller requests sorted files.
 *
 * <p>In a pattern, {@code *} matches any text without a slash, and {@code ?} matches any character except a slash.
 * {@code [a-z]} and {@code [!a-z]} match one character, and a backslash escapes the next character. Braces have no
 * meaning, and {@code **} does not descend into directories. Wildcards match a leading dot like any character. A file
 * that matches two patterns appears twice.
 */
public final class FileListNode extends Node<Path> {

    private final List<Path> files;
    private final FileSet listed;
    private final Node<Path> ordered;

    /**
     * Creates a list of files.
     *
     * @param ordered returns {@code files} in the requested order
     */
    public FileListNode(List<Path> files, Node<Path> ordered) {
        super("listFiles", ElementSpec.unknown(), List.of(ordered));
        this.files = files;
        this.listed = FileSet.of(files);
        this.ordered = ordered;
    }

    @Override
    public Stage<Path> open(Run run) throws Exception {
        listed.record();
        return run.open(ordered);
    }

    @Override
    public long cardinality() {
        return files.size();
    }

    @Override
    protected void describe(Description description) {
        description.with(listed);
    }

    @Override
    public List<Path> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return ordered.recompute(lineages, run);
    }
}
