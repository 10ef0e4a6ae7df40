package dev.riffle.cli.terminal;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordReader;
import dev.riffle.example.internal.RecordPlace;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Chooses the message and the exit code for an exception. */
public final class Failures {

    private static final String OUT_OF_MEMORY = "out of memory: set RIFFLE_JAVA_OPTIONS=-Xmx4g or more and try again";

    static final String NOT_UTF8 = ": not a UTF-8 file name; rename the file, or use standard input or output (-)";

    /** The remedy for damage. */
    public static final String REPAIR = "'riffle repair' recovers the intact records";

    private Failures() {}

    /** Returns the failure of an input that needs more memory than is available. Other inputs may need less memory. */
    public static IOException outOfMemory(String place, OutOfMemoryError cause) {
        return new IOException(place + ": " + OUT_OF_MEMORY, cause);
    }

    /** Returns the failure of a reader's current record, which needs more memory than is available. */
    public static IOException outOfMemory(RecordReader reader, OutOfMemoryError cause) {
        return outOfMemory(RecordPlace.of(reader) + ", " + Sizes.count(reader.payloadSize(), "byte"), cause);
    }

    /** Returns the message for people. */
    public static String message(Throwable failure) {
        if (failure instanceof UncheckedIOException && failure.getCause() != null) {
            return message(failure.getCause());
        }
        if (isStop(failure)) {
            return Interruption.WORDS;
        }
        if (failure instanceof OutOfMemoryError) {
            return "riffle: " + OUT_OF_MEMORY;
        }
        if (failure instanceof NoSuchFileException missing && hasUnknownBytes(missing.getFile())) {
            return missing.getFile() + NOT_UTF8;
        }
        if (failure instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + ": exists already; choose another name, or use --overwrite";
        }
        if (failure instanceof AccessDeniedException denied && denied.getReason() == null) {
            return denied.getFile() + ": permission denied; check the permissions of the file and its directory";
        }
        if (failure instanceof CorruptRecordException damage && isRepairable(damage)) {
            return damage.getMessage() + "; " + REPAIR;
        }
        boolean said = failure instanceof IOException || failure instanceof IllegalArgumentException;
        String message = failure.getMessage();
        if (message != null && (said || failure.getClass().getName().startsWith("dev.riffle."))) {
            return message;
        }
        return "riffle: unexpected " + failure + "; --debug prints the stack trace";
    }

    /** Returns whether a file has damage. Without damage, a record is over a limit, or the file became shorter. */
    public static boolean isRepairable(CorruptRecordException failure) {
        return switch (failure.reason()) {
            case OVER_LIMIT, SOURCE_SHRANK -> false;
            case LENGTH_CHECKSUM,
                    PAYLOAD_CHECKSUM,
                    TRUNCATED_HEADER,
                    TRUNCATED_PAYLOAD,
                    TOO_LARGE,
                    NEGATIVE_LENGTH,
                    ZERO_LENGTH,
                    MALFORMED_MESSAGE,
                    DECOMPRESSION -> true;
        };
    }

    /** Returns whether a file name has the character that Java puts in the place of bytes that are not UTF-8. */
    static boolean hasUnknownBytes(@Nullable String name) {
        return name != null && name.indexOf('\ufffd') >= 0;
    }

    /**
     * Returns whether the command stopped because of Ctrl-C or a signal. The interrupt closes the channel in use, so
     * later calls fail because the channel is closed.
     */
    public static boolean isStop(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof ClosedByInterruptException || at instanceof InterruptedIOException) {
                return true;
            }
            if (at instanceof ClosedChannelException && Thread.currentThread().isInterrupted()) {
                return true;
            }
        }
        return false;
    }

    public static ExitCode exitCode(Throwable failure) {
        if (failure instanceof UncheckedIOException && failure.getCause() != null) {
            return exitCode(failure.getCause());
        }
        boolean wrongUse = failure instanceof UsageException
                || failure instanceof NoSuchFileException
                || failure instanceof NotDirectoryException
                || failure instanceof FileAlreadyExistsException
                || failure instanceof IllegalArgumentException
                || (failure instanceof FileSystemException system
                        && String.valueOf(system.getReason()).startsWith("is a directory"));
        return wrongUse ? ExitCode.WRONG_USE : ExitCode.FINDINGS;
    }
}
