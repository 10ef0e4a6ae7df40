package dev.riffle.sql;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** Explains failures of reading and writing Parquet files. */
final class ParquetErrors {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);

    private ParquetErrors() {}

    /** Checks the first and the last bytes of a file, because DuckDB reports them without a remedy. */
    static void check(Path file) throws IOException {
        if (Files.notExists(file)) {
            throw new NoSuchFileException(file.toString(), null, "no such file; check the path");
        }
        if (!Files.isRegularFile(file)) {
            throw new FileSystemException(
                    file.toString(), null, "not a regular file; name a Parquet file, or copy a stream to a file first");
        }
        byte[] start = new byte[MAGIC.length];
        byte[] end = new byte[MAGIC.length];
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            if (bytes.length() < 3L * MAGIC.length) {
                throw new IOException(file + ": not a Parquet file: it has " + bytes.length()
                        + " bytes, and a Parquet file has at least 12; check the path, or write the file again");
            }
            bytes.readFully(start);
            bytes.seek(bytes.length() - end.length);
            bytes.readFully(end);
        }
        if (Arrays.equals(end, ENCRYPTED)) {
            throw new IOException(file + ": the Parquet file is encrypted; decrypt it first");
        }
        if (!Arrays.equals(start, MAGIC)) {
            throw new IOException(file + ": not a Parquet file: expected the first bytes " + hex(MAGIC) + ", found "
                    + hex(start) + "; check the path, or write the file again");
        }
        if (!Arrays.equals(end, MAGIC)) {
            throw new IOException(file + ": the Parquet file is cut off: expected the last bytes " + hex(MAGIC)
                    + ", found " + hex(end) + "; copy or write the file again");
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the failure of reading a file. */
    static IOException ofRead(Path file, DuckFailure failure, Throwable cause) {
        if (failure.isMemory()) {
            return new IOException(
                    file
                            + ": DuckDB needs more memory than the limit for the rows of this Parquet file; raise the limit"
                            + " (--memory, ParquetReadOptions.memoryLimit), or write the file with smaller row groups",
                    cause);
        }
        return new IOException(
                file + ": the Parquet file is damaged, or has a form that DuckDB does not support: " + reason(failure)
                        + "; write or copy the file again",
                cause);
    }

    /** Returns the failure of writing a file. */
    static IOException ofWrite(Path file, DuckFailure failure, Throwable cause) {
        if (failure.isMemory()) {
            return new IOException(
                    file + ": DuckDB needs more memory for a row group of this Parquet file; free memory, or set a"
                            + " smaller number of rows for a row group",
                    cause);
        }
        return new IOException(file + ": DuckDB cannot write the Parquet file: " + reason(failure), cause);
    }

    /** Returns the failure of a thread that was interrupted. */
    static IOException interrupted(Throwable cause) {
        InterruptedIOException interrupted = new InterruptedIOException("interrupted while DuckDB worked on Parquet");
        interrupted.initCause(cause);
        return interrupted;
    }

    /** Returns the error of DuckDB that caused a failure. Empty if another part failed. */
    static Optional<DuckFailure> ofDuckDb(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof SQLException) {
                return Optional.of(DuckFailure.of(at));
            }
        }
        return Optional.empty();
    }

    private static String reason(DuckFailure failure) {
        return failure.isWithoutWords()
                ? "DuckDB states no reason"
                : failure.text().lines().findFirst().orElse("").strip();
    }
}
