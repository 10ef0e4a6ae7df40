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
        return files(Arrays.asList(files));
    }

    /** Returns the lines of the files with these names, in this order. */
    public static TextLineDataset files(String... files) {
        Argument.allPresent(files, "files");
        return files(Arrays.asList(files));
    }

    /** Returns the lines of these sources, in this order. */
    public static TextLineDataset files(ByteSource... sources) {
        Argument.allPresent(sources, "sources");
        return files(Arrays.asList(sources));
    }

    /**
     * Returns the lines of a list of files, in the order of the list.
     *
     * @param files paths, names or {@linkplain ByteSource sources}
     * @throws IllegalArgumentException if an element of the list is of another type
     */
    public static TextLineDataset files(List<?> files) {
        Argument.allPresent(files, "files");
        return new TextLineDataset(FileSet.of(files), null, Compression.NONE);
    }

    /**
     * Returns the lines of the files that a dataset delivers, in the dataset's order.
     *
     * @param files delivers paths, names or {@linkplain ByteSource sources}; for an element of another type, the
     *     iterator throws an exception
     */
    public static TextLineDataset files(Dataset<?> files) {
        return new TextLineDataset(FileSet.of(List.of()), Argument.present(files, "files"), Compression.NONE);
    }

    /** Sets the compression of the files. The default is no compression. */
    public TextLineDataset compression(Compression compression) {
        return new TextLineDataset(files, given, Argument.present(compression, "compression"));
    }
}
