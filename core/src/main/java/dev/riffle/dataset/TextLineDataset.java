package dev.riffle.dataset;

import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.operator.InterleaveNode;
import dev.riffle.dataset.internal.source.FileSet;
import dev.riffle.dataset.internal.source.TextLineNode;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.shard.ShardNames;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of text files in UTF-8: TensorFlow's {@code TextLineDataset}. A line feed ends a line. The dataset drops
 * all carriage returns. Nonempty text after the last line feed is also a line.
 *
 * <p>If a line is not UTF-8, the iterator throws an exception and continues with the next line. If a file cannot be
 * read, the iterator throws an exception and continues with the next file. Immutable and safe for use by several
 * threads.
 *
 * @since 0.1
 */
public final class TextLineDataset extends Dataset<String> {

    private final FileSet files;

    /** The dataset that supplies the files, or null if the dataset has a list of files. */
    private final @Nullable Dataset<?> given;

    private TextLineDataset(FileSet files, @Nullable Dataset<?> given, Compression compression) {
        super(given == null ? TextLineNode.of(files, compression) : lines(given.node(), compression));
        this.files = files;
        this.given = given;
    }

    private static <F> Node<String> lines(Node<F> given, Compression compression) {
        return TextLineNode.of(
                compression,
                InterleaveNode.flatMap(given, file -> TextLineNode.of(FileSet.of(List.of(file)), compression)));
    }

    /** Returns the lines of these files, in this order. */
    public static TextLineDataset files(Path... files) {
        Argument.allPresent(files, "files");
        return of(Arrays.asList(files));
    }

    /** Like {@link #files(Path...)}, with a list. */
    public static TextLineDataset files(List<Path> files) {
        Argument.allPresent(files, "files");
        return of(files);
    }

    /** Returns the lines of all files with these names, in order. */
    public static TextLineDataset files(ShardNames names) {
        return of(Argument.present(names, "names").paths());
    }

    /** Returns the lines of the files that a dataset delivers, in the dataset's order. */
    public static TextLineDataset files(Dataset<Path> files) {
        return of(Argument.present(files, "files"));
    }

    /**
     * Returns the lines of the files with these names, in this order.
     *
     * @throws IllegalArgumentException if a name is not a path of the default file system
     */
    public static TextLineDataset filesNamed(String... names) {
        Argument.allPresent(names, "names");
        return of(Arrays.asList(names));
    }

    /** Like {@link #filesNamed(String...)}, with a list. */
    public static TextLineDataset filesNamed(List<String> names) {
        Argument.allPresent(names, "names");
        return of(names);
    }

    /** Like {@link #files(Dataset)}, with the names of the files. */
    public static TextLineDataset filesNamed(Dataset<String> names) {
        return of(Argument.present(names, "names"));
    }

    /** Returns the lines of these sources, in this order. */
    public static TextLineDataset sources(ByteSource... sources) {
        Argument.allPresent(sources, "sources");
        return of(Arrays.asList(sources));
    }

    /** Like {@link #sources(ByteSource...)}, with a list. */
    public static TextLineDataset sources(List<ByteSource> sources) {
        Argument.allPresent(sources, "sources");
        return of(sources);
    }

    /** Like {@link #files(Dataset)}, with sources. */
    public static TextLineDataset sources(Dataset<ByteSource> sources) {
        return of(Argument.present(sources, "sources"));
    }

    private static TextLineDataset of(List<?> files) {
        return new TextLineDataset(FileSet.of(files), null, Compression.NONE);
    }

    private static TextLineDataset of(Dataset<?> files) {
        return new TextLineDataset(FileSet.of(List.of()), files, Compression.NONE);
    }

    /** Sets the compression of the files. The default is no compression. */
    public TextLineDataset compression(Compression compression) {
        return new TextLineDataset(files, given, Argument.present(compression, "compression"));
    }
}
