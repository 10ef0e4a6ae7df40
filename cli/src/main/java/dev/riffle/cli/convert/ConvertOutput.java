package dev.riffle.cli.convert;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.Compression;
import java.util.Locale;
import java.util.Optional;

/**
 * Describes the target of converted records before the format of the input is known.
 *
 * @param output the file or directory as typed, or - for standard output
 * @param parts the number of parts to write into the directory; 0 for a single file
 * @param to the requested format, if any
 * @param compression the compression of the flag; empty for the compression of the ending, or else none
 */
record ConvertOutput(
        String output,
        int parts,
        Optional<RecordFormat> to,
        Optional<Compression> compression,
        OutputFiles.Existing existing) {

    /** Returns the target for records from a format. The target has the other format. */
    OutputFiles of(RecordFormat from) throws UsageException {
        RecordFormat other = from == RecordFormat.TFRECORD ? RecordFormat.OFRECORD : RecordFormat.TFRECORD;
        checkWanted(from, other);
        if (other == RecordFormat.TFRECORD && parts > 0) {
            throw new UsageException("--parts is for OFRecord output; TFRecord is one file here");
        }
        RecordWriterOptions options = OutputEnding.ofRecords(output).options(other, compression, Compression.NONE);
        return new OutputFiles(
                parts == 0 ? output : output.replaceFirst("(?<=.)/+$", ""),
                parts,
                OutputFiles.Naming.PARTS,
                other,
                existing,
                existing == OutputFiles.Existing.REPLACE ? options.overwrite() : options);
    }

    /**
     * Returns the target for the rows of Parquet files.
     *
     * @param stored the format of the records that the files come from
     */
    OutputFiles ofParquet(RecordFormat stored) throws UsageException {
        if (parts > 0) {
            throw new UsageException("--parts is for record files, but the input is Parquet; convert it to one file,"
                    + " and that file with --parts");
        }
        OutputEnding ending = OutputEnding.ofRecords(SetName.withoutCount(output));
        RecordFormat format = to.or(ending::format).orElse(stored);
        RecordWriterOptions options = ending.options(format, compression, Compression.NONE);
        return new OutputFiles(
                output,
                0,
                OutputFiles.Naming.SHARDS,
                format,
                existing,
                existing == OutputFiles.Existing.REPLACE ? options.overwrite() : options);
    }

    private void checkWanted(RecordFormat from, RecordFormat other) throws UsageException {
        if (to.isPresent() && to.get() != other) {
            throw new UsageException("--as " + to.get().name().toLowerCase(Locale.ROOT) + ": the input is "
                    + from.title() + " already; convert changes the format");
        }
        OutputEnding.ofRecords(output)
                .requireFormat(
                        other,
                        "the input is " + from.title() + " already, and would become " + other.title(),
                        "choose another name");
    }
}
