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

    /**
     * Returns the target for records from a format. Without a flag or an ending, TFRecord becomes OFRecord, and all
     * other formats become TFRecord.
     */
    OutputFiles of(RecordFormat from) throws UsageException {
        OutputEnding ending = OutputEnding.ofRecords(output);
        RecordFormat usual = from == RecordFormat.TFRECORD ? RecordFormat.OFRECORD : RecordFormat.TFRECORD;
        RecordFormat other = to.or(ending::format).orElse(usual);
        checkWanted(from, other, usual, ending);
        if (other != RecordFormat.OFRECORD && parts > 0) {
            throw new UsageException("--parts is for OFRecord output; " + other.title() + " is one file here");
        }
        RecordWriterOptions options = ending.options(other, compression, Compression.NONE);
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

    private void checkWanted(RecordFormat from, RecordFormat other, RecordFormat usual, OutputEnding ending)
            throws UsageException {
        if (to.isPresent() && to.get() == from) {
            throw new UsageException("--as " + to.get().name().toLowerCase(Locale.ROOT) + ": the input is "
                    + from.title() + " already; convert changes the format");
        }
        ending.requireFormat(
                other == from ? usual : other,
                "the input is " + from.title() + " already, and would become " + usual.title(),
                "choose another name");
    }
}
