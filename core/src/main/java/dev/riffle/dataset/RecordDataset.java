package dev.riffle.dataset;

import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.internal.source.RecordNode;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The payloads of record files, TFRecord and OFRecord, plain and compressed, recognised from their content: TensorFlow's
 * {@code TFRecordDataset}. Each payload is the consumer's own.
 *
 * <p>Files are opened when their turn comes. One that is missing, or damaged, is an error at that place, with file and
 * offset; the next element is then the first of the next file, unless the {@linkplain #options options} say to skip damage.
 * All checksums are verified, unless the options leave out those of the payloads.
 *
 * <p>A checkpoint keeps the number of the file and the offset of the next record; plain files are resumed there without
 * reading what comes before, compressed ones are read from their start and passed over. It can be resumed where the files are
 * in another directory, but names and sizes must be the same. Files that a dataset gives are that dataset's: {@link
 * FileListDataset} compares them, others do not.
 */
public final class RecordDataset extends Dataset<Bytes> {

    private final RecordNode own;

    RecordDataset(RecordNode node) {
        super(node);
        this.own = node;
    }

    /** Returns the records of these files, in this order. */
    public static RecordDataset files(Path... files) {
        return files(Arrays.asList(files));
    }

    /** Returns the records of the files with these names, in this order. */
    public static RecordDataset files(String... files) {
        return files(Arrays.asList(files));
    }

    /**
     * Returns the records of these sources, in this order. A source that is a stream can be read in one pass only.
     */
    public static RecordDataset files(ByteSource... sources) {
        return files(Arrays.asList(sources));
    }

    /**
     * Returns the records of these files, in this order.
     *
     * @param files paths, names or {@linkplain ByteSource sources}; a source that is a stream can be read in one pass only
     * @throws IllegalArgumentException if an element of the list is of another type
     */
    public static RecordDataset files(List<?> files) {
        return new RecordDataset(RecordNode.of(files));
    }

    /**
     * Returns the records of the files that a dataset gives, in its order: those of one shard, for example. A checkpoint
     * does not know the sizes of these files: a file that ends before the position in the checkpoint is an error there.
     *
     * @param files gives paths, names or {@linkplain ByteSource sources}; an element of another type is an error at its
     *     place
     */
    public static RecordDataset files(Dataset<?> files) {
        return new RecordDataset(RecordNode.of(Argument.present(files, "files").node()));
    }

    /**
     * How the files are read: format and compression, what happens to damage.
     *
     * @throws IllegalArgumentException if they say to follow: a dataset goes on with the next file where one ends
     */
    public RecordDataset options(RecordReaderOptions options) {
        return new RecordDataset(own.options(options));
    }

    /**
     * Reads so many files in turn, one record of each, and as many at the same time, on threads of Riffle's own that end with
     * the iterator: TensorFlow's {@code num_parallel_reads}. The order is the same in each pass. Of each file that is in
     * turn, and of the next one, about half a megabyte is held, or two records where they are larger.
     *
     * @throws IllegalArgumentException if {@code numParallelReads} is below 1
     */
    public RecordDataset parallelReads(int numParallelReads) {
        return new RecordDataset(own.parallelReads(numParallelReads));
    }

    /**
     * Reads so many files in turn, one record of each, and as many at the same time as {@code parallel} says, where it says.
     * In {@linkplain Parallel#anyOrder any order}, a file whose records are not there yet loses its turn.
     *
     * @throws IllegalArgumentException if {@code numParallelReads} is below 1
     */
    public RecordDataset parallelReads(int numParallelReads, Parallel parallel) {
        return new RecordDataset(own.parallelReads(
                numParallelReads, Argument.present(parallel, "parallel").parallelism()));
    }

    /**
     * Writes each payload as a record, as {@link Dataset#writeRecords} does.
     *
     * @return the number of records
     */
    public static long write(Dataset<Bytes> payloads, Path file) throws IOException {
        return write(payloads, file, RecordWriterOptions.defaults());
    }

    /**
     * Writes each payload as a record, as {@link Dataset#writeRecords} does.
     *
     * @return the number of records
     * @throws IllegalArgumentException if an old file would be overwritten in place, where it is lost if an element fails
     */
    public static long write(Dataset<Bytes> payloads, Path file, RecordWriterOptions options) throws IOException {
        if (options.overwrites() && options.writesInPlace()) {
            throw new IllegalArgumentException(
                    "overwrite() and inPlace() together lose the old file if an element fails;"
                            + " leave out one of them");
        }
        try (DatasetIterator<Bytes> each = payloads.iterator()) {
            long[] count = {0};
            RecordWriter.write(file, options, writer -> {
                while (each.hasNext()) {
                    writer.write(each.next());
                }
                count[0] = writer.count();
            });
            return count[0];
        }
    }
}
