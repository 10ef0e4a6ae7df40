package dev.riffle.dataset;

import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.internal.source.RecordNode;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.typed.RecordCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The payloads of record files: TensorFlow's {@code TFRecordDataset}. Reads TFRecord and OFRecord, plain and
 * compressed, and recognises the format from the content. The consumer owns each payload.
 *
 * <pre>{@code
 * Dataset<List<Bytes>> batches = RecordDataset.filesNamed("train-0.tfrecord", "train-1.tfrecord").batch(32);
 * for (List<Bytes> batch : batches) {
 *     System.out.println(batch.size());
 * }
 * }</pre>
 *
 * <p>The dataset opens each file when its turn comes. For a missing or damaged file, the iterator throws an exception
 * with file and offset. The next element is then the first record of the next file, unless the
 * {@linkplain #options options} skip damage. The dataset verifies all checksums, unless the options turn off payload
 * checksums.
 *
 * <p>A checkpoint holds the number of the file and the offset of the next record. A resumed run seeks to the offset in
 * plain files, and reads compressed files from their start. A resumed run may read the files from another directory,
 * but names and sizes must be the same. If a dataset supplies the files, this dataset must resume with the same files.
 * {@link FileListDataset} compares the files; other datasets do not.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecordDataset extends Dataset<Bytes> {

    private final RecordNode own;

    RecordDataset(RecordNode node) {
        super(node);
        this.own = node;
    }

    /** Returns the records of these files, in this order. */
    public static RecordDataset files(Path... files) {
        Argument.allPresent(files, "files");
        return of(Arrays.asList(files));
    }

    /** Like {@link #files(Path...)}, with a list. */
    public static RecordDataset files(List<Path> files) {
        Argument.allPresent(files, "files");
        return of(files);
    }

    /**
     * Returns the records of the files of a set, in the order of the set.
     *
     * @throws java.io.UncheckedIOException if a directory of the set lacks a part; see {@link RecordSet#sources}
     */
    public static RecordDataset files(RecordSet set) {
        return of(Argument.present(set, "set").sources());
    }

    /** Returns the records of all files with these names, in order. */
    public static RecordDataset files(ShardNames names) {
        return of(Argument.present(names, "names").paths());
    }

    /**
     * Returns the records of the files that a dataset delivers, in the dataset's order, for example the files of one
     * worker. A checkpoint does not contain the sizes of these files. If a file ends before the position in the
     * checkpoint, the iterator throws an exception.
     */
    public static RecordDataset files(Dataset<Path> files) {
        return of(Argument.present(files, "files"));
    }

    /**
     * Returns the records of the files with these names, in this order.
     *
     * @throws IllegalArgumentException if a name is not a path of the default file system
     */
    public static RecordDataset filesNamed(String... names) {
        Argument.allPresent(names, "names");
        return of(Arrays.asList(names));
    }

    /** Like {@link #filesNamed(String...)}, with a list. */
    public static RecordDataset filesNamed(List<String> names) {
        Argument.allPresent(names, "names");
        return of(names);
    }

    /** Like {@link #files(Dataset)}, with the names of the files. */
    public static RecordDataset filesNamed(Dataset<String> names) {
        return of(Argument.present(names, "names"));
    }

    /** Returns the records of these sources, in this order. A stream source supports one pass only. */
    public static RecordDataset sources(ByteSource... sources) {
        Argument.allPresent(sources, "sources");
        return of(Arrays.asList(sources));
    }

    /** Like {@link #sources(ByteSource...)}, with a list. */
    public static RecordDataset sources(List<ByteSource> sources) {
        Argument.allPresent(sources, "sources");
        return of(sources);
    }

    /** Like {@link #files(Dataset)}, with sources. */
    public static RecordDataset sources(Dataset<ByteSource> sources) {
        return of(Argument.present(sources, "sources"));
    }

    private static RecordDataset of(List<?> files) {
        return new RecordDataset(RecordNode.of(files));
    }

    private static RecordDataset of(Dataset<?> files) {
        return new RecordDataset(RecordNode.of(files.node()));
    }

    /**
     * Sets the format, the compression, the damage policy and the other options for reading the files.
     *
     * @throws IllegalArgumentException if the options follow a growing file, because the dataset continues with the
     *     next file at the end of a file
     */
    public RecordDataset options(RecordReaderOptions options) {
        return new RecordDataset(own.options(options));
    }

    /**
     * Reads this number of files in turn, one record from each file: TensorFlow's {@code num_parallel_reads}. Threads
     * of the run read the files in parallel and end with the iterator. The order is the same in each pass. The dataset
     * holds about half a megabyte of each of these files and of the next file. For large records, it holds two records
     * of each file.
     *
     * @param numParallelReads at least 1, or -1 for 8, the choice of Riffle on every machine
     * @throws IllegalArgumentException if {@code numParallelReads} is 0 or below -1
     */
    public RecordDataset parallelReads(int numParallelReads) {
        return new RecordDataset(own.parallelReads(numParallelReads));
    }

    /**
     * Like {@link #parallelReads(int)}, with the threads and the number of concurrent reads from {@code parallel}. In
     * {@linkplain Parallel#anyOrder any order}, a file whose records are not ready loses its turn.
     *
     * @throws IllegalArgumentException if {@code numParallelReads} is 0 or below -1
     */
    public RecordDataset parallelReads(int numParallelReads, Parallel parallel) {
        return new RecordDataset(own.parallelReads(
                numParallelReads, Argument.present(parallel, "parallel").parallelism()));
    }

    /**
     * Decodes each payload to a typed record. The failure of a payload names its file and offset. After another
     * operation, such as {@code shuffle}, use {@code map(codec::decode)}.
     */
    public <R> Dataset<R> map(RecordCodec<R> codec) {
        return map(decoder(codec));
    }

    /** Like {@link #map(RecordCodec)}, with several calls at a time, as {@link #map(DatasetFunction, Parallel)}. */
    public <R> Dataset<R> map(RecordCodec<R> codec, Parallel parallel) {
        return map(decoder(codec), parallel);
    }

    private static <R> DatasetFunction<Bytes, R> decoder(RecordCodec<R> codec) {
        return Argument.present(codec, "codec")::decode;
    }

    /**
     * Writes each payload as a record, as {@link Dataset#writeRecords} does.
     *
     * @return the number of records
     * @throws dev.riffle.dataset.stage.DatasetException if an element fails
     * @throws IllegalStateException if the dataset is infinite
     */
    public static long write(Dataset<Bytes> payloads, Path file) throws IOException {
        return write(payloads, file, RecordWriterOptions.defaults());
    }

    /**
     * Like {@link #write(Dataset, Path)}, with the format and the other options of the writer.
     *
     * @return the number of records
     * @throws IllegalArgumentException if the options overwrite a file in place, because the failure of an element
     *     would destroy the old file
     */
    public static long write(Dataset<Bytes> payloads, Path file, RecordWriterOptions options) throws IOException {
        Argument.present(payloads, "payloads");
        Argument.present(file, "file");
        Argument.present(options, "options");
        if (options.overwrites() && options.writesInPlace()) {
            throw new IllegalArgumentException(
                    "overwrite() and inPlace() together lose the old file if an element fails;"
                            + " use only one of them");
        }
        try (DatasetIterator<Bytes> each = payloads.finite("write")) {
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
