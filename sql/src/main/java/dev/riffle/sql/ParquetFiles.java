package dev.riffle.sql;

import dev.riffle.RecordWriterOptions;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.internal.Argument;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes records to Parquet files, and reads records from Parquet files, with DuckDB.
 *
 * <pre>{@code
 * RecordInput input = RecordInput.of(RecordSet.find(directory, "train@10"));
 * long rows = ParquetFiles.write(input, Path.of("train.parquet"));
 *
 * RecordOutput output = RecordOutput.file(Path.of("back.tfrecord"), RecordWriterOptions.defaults());
 * ParquetFiles.read(List.of(Path.of("train.parquet")), output);
 * }</pre>
 *
 * <p>A Parquet file has a row for each record, in order, and a column for each feature. Its key-value metadata {@code
 * riffle.schema} holds the Arrow schema, so that the records of the way back are equal. Without these metadata, the
 * types of the columns decide, by the rules of {@link dev.riffle.arrow.ArrowRecords}.
 *
 * <p>All outputs appear complete or not at all. DuckDB runs in this process, uses no network, and accesses only the
 * files of the call and a directory for temporary files, which the call removes.
 *
 * @since 0.1
 */
public final class ParquetFiles {

    private ParquetFiles() {}

    /**
     * Writes all records to a Parquet file. Reads the records twice, first to infer the columns from all records.
     *
     * @param file a file that does not exist
     * @return the number of rows
     * @throws java.nio.file.FileAlreadyExistsException if the file exists
     * @throws dev.riffle.RiffleException if records do not agree on the type of a column
     * @throws IOException if a record is damaged, or the file cannot be written
     */
    public static long write(RecordInput input, Path file) throws IOException {
        Argument.present(input, "input");
        Argument.present(file, "file");
        return write(ArrowBatches.of(input, infer(input, Long.MAX_VALUE)), file, ParquetOptions.defaults());
    }

    /**
     * Infers the columns of a Parquet file, like {@link dev.riffle.arrow.RecordSchemas#infer}. Records without features
     * have a schema without fields.
     *
     * @param most the largest number of records to read from all files together; {@link Long#MAX_VALUE} reads all
     * @throws dev.riffle.RiffleException if records do not agree on the type of a column
     */
    public static Schema infer(RecordInput input, long most) throws IOException {
        Argument.present(input, "input");
        return ParquetSchemas.infer(input, most);
    }

    /**
     * Writes batches of records to a Parquet file.
     *
     * @return the number of rows
     * @throws IllegalArgumentException if Parquet cannot hold a column
     * @throws java.nio.file.FileAlreadyExistsException if the file exists and the options do not overwrite it
     * @throws IOException if a record is damaged, or the file cannot be written
     */
    public static long write(ArrowBatches batches, Path file, ParquetOptions options) throws IOException {
        Argument.present(batches, "batches");
        Argument.present(file, "file");
        return writeEach(List.of(batches), List.of(file), options).get(0).records();
    }

    /**
     * Writes several Parquet files. The files appear together at the end, or not at all.
     *
     * @param batches the batches of each file
     * @param files as many files
     * @return the files, with their numbers of rows and their sizes
     * @throws IllegalArgumentException if Parquet cannot hold a column, or the lists are empty or of different sizes
     * @throws java.nio.file.FileAlreadyExistsException if a file exists and the options do not overwrite it
     * @throws IOException if a record is damaged, or a file cannot be written
     */
    public static List<WrittenShard> writeEach(List<ArrowBatches> batches, List<Path> files, ParquetOptions options)
            throws IOException {
        Argument.allPresent(batches, "batches");
        Argument.allPresent(files, "files");
        Argument.present(options, "options");
        checkEqual(batches.size(), "batches", files.size(), "files");
        return new ParquetWriting(List.copyOf(batches), List.copyOf(files), options).write();
    }

    private static void checkEqual(int given, String givenName, int wanted, String wantedName) {
        if (given != wanted || given == 0) {
            throw new IllegalArgumentException(givenName + " and " + wantedName
                    + " must have the same size, at least 1: " + given + " and " + wanted);
        }
    }

    /**
     * Returns the schema of a file: the one that its metadata hold, or the types of its columns.
     *
     * @throws IOException if the file is not a Parquet file, or cannot be read
     */
    public static Schema schema(Path file) throws IOException {
        Argument.present(file, "file");
        try (ParquetSource source = ParquetSource.open(file, OptionalLong.empty())) {
            return source.schema(note -> {});
        }
    }

    /**
     * Writes the rows of Parquet files as records to one output, in order, and commits the output.
     *
     * @return the files of the output
     * @throws IOException if a file is not a Parquet file or is damaged, or records cannot hold a column or a value.
     *     Then nothing appears
     */
    public static List<WrittenShard> read(List<Path> files, RecordOutput output) throws IOException {
        return read(files, output, ParquetReadOptions.defaults());
    }

    /** Like {@link #read(List, RecordOutput)}, with options. */
    public static List<WrittenShard> read(List<Path> files, RecordOutput output, ParquetReadOptions options)
            throws IOException {
        Argument.allPresent(files, "files");
        Argument.present(output, "output");
        Argument.present(options, "options");
        return new ParquetReading(List.copyOf(files), output.options().format(), options).write(output);
    }

    /**
     * Writes the rows of each Parquet file as the records of one file. The record files appear together at the end, or
     * not at all.
     *
     * @param files the Parquet files
     * @param outputs as many record files
     * @param writing the options for writing the record files
     * @return the record files
     * @throws IllegalArgumentException if the lists are empty or of different sizes
     * @throws IOException as {@link #read(List, RecordOutput)} does
     */
    public static List<WrittenShard> readEach(
            List<Path> files, List<Path> outputs, RecordWriterOptions writing, ParquetReadOptions options)
            throws IOException {
        Argument.allPresent(files, "files");
        Argument.allPresent(outputs, "outputs");
        Argument.present(writing, "writing");
        Argument.present(options, "options");
        checkEqual(files.size(), "files", outputs.size(), "outputs");
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(List.copyOf(outputs), writing)) {
            return new ParquetReading(List.copyOf(files), writing.format(), options).writeEach(writer);
        }
    }
}
