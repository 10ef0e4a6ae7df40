package dev.riffle.dataset;

import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.operator.InterleaveNode;
import dev.riffle.dataset.internal.source.FileSet;
import dev.riffle.dataset.internal.source.TextLineNode;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of text files in UTF-8: TensorFlow's {@code TextLineDataset}. A line feed ends a line, carriage returns are left
 * out wherever they stand, and what follows the last line feed is a line unless it is empty. A line that is not UTF-8 is an
 * error at its place, behind which the next line comes; a file that cannot be read is one, behind which the next file comes.
 */
public final class TextLineDataset extends Dataset<String> {

    private final FileSet files;

    /** What gives the files, if they are not listed. */
    private final @Nullable Dataset<?> given;

    private TextLineDataset(FileSet files, @Nullable Dataset<?> given, Compression compression) {
        super(given == null ? TextLineNode.of(files, compression) : lines(given.node(), compression));
        this.files = files;
        this.given = given;
    }

    private static <F> TextLineNode lines(Node<F> given, Compression compression) {
        return TextLineNode.given(
                given,
                compression,
                InterleaveNode.flatMap(given, file -> TextLineNode.of(FileSet.ofAny(List.of(file)), compression)));
    }

    /** The lines of these files, in this order. */
    public static TextLineDataset of(Path... files) {
        return of(Arrays.asList(files));
    }

    /** The lines of the files with these names, in this order. */
    public static TextLineDataset of(String... files) {
        return of(Arrays.asList(files));
    }

    /** The lines of these sources, in this order. */
    public static TextLineDataset of(ByteSource... sources) {
        return of(Arrays.asList(sources));
    }

    /**
     * The lines of these files, in this order.
     *
     * @param files paths, names or {@linkplain ByteSource sources}
     * @throws IllegalArgumentException if something else is among them
     */
    public static TextLineDataset of(List<?> files) {
        return new TextLineDataset(FileSet.ofAny(files), null, Compression.NONE);
    }

    /**
     * The lines of the files that a dataset gives, in its order.
     *
     * @param files gives paths, names or {@linkplain ByteSource sources}; something else is an error at its place
     */
    public static TextLineDataset of(Dataset<?> files) {
        return new TextLineDataset(FileSet.ofAny(List.of()), Argument.present(files, "files"), Compression.NONE);
    }

    /**
     * Refused.
     *
     * @throws IllegalArgumentException always: what is neither a path, a name nor a source is no file
     */
    @SafeVarargs
    @SuppressWarnings({"varargs", "DoNotCallSuggester"})
    public static <T> Dataset<T> of(T... files) {
        throw FileSet.noFiles(files);
    }

    /** How the files are compressed: not at all, unless this says so. */
    public TextLineDataset compression(Compression compression) {
        return new TextLineDataset(files, given, Argument.present(compression, "compression"));
    }
}
