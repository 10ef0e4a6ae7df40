package dev.riffle.cli.convert;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.input.Spool;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.OutputWriter;
import dev.riffle.cli.output.PartsDirectory;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.output.WrittenFiles;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Installation;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.ConversionException;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleConversion;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Converts records of one format to the other format.
 *
 * @param memory the largest memory of DuckDB for Parquet in bytes; empty for the default
 */
record ConvertRequest(
        List<String> words,
        InputFile.Sets sets,
        ReadSettings read,
        Input input,
        ConvertOutput target,
        ConvertRules rules,
        OptionalLong memory,
        PrintRequest.Damage damage,
        Style style)
        implements Request {

    /** Lists the kinds of input. */
    enum Input {
        /** Record files or Parquet files; the content decides. */
        DETECTED,
        PARQUET
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<InputFile> files = InputFile.expand(terminal, ParquetInput.words(terminal, words), sets);
        if (input == Input.PARQUET || (read.format().isEmpty() && ParquetInput.isIn(files))) {
            readParquet(terminal, files);
            return ExitCode.FINE;
        }
        if (memory.isPresent()) {
            throw new UsageException("--memory is for Parquet input; omit it");
        }
        try (Spool spool = Spool.of(files)) {
            List<ByteSource> sources = spool.sources();
            RecordFormat from = format(sources);
            OutputFiles written = target.of(from);
            new OutputCheck(terminal).reads(files).writes(written);
            if (written.shards() == 0) {
                written.check(terminal);
            }
            ExampleConversion conversion = rules.conversion(written.format());
            try (PartsDirectory directory = PartsDirectory.of(terminal, written)) {
                ExitCode code = convert(terminal, sources, written, conversion);
                directory.keep();
                return code;
            }
        }
    }

    private void readParquet(Terminal terminal, List<InputFile> files) throws IOException {
        Installation.running().requireDuckDb("Parquet");
        if (damage == PrintRequest.Damage.SKIPPED) {
            throw new UsageException("--skip-damage is for record files, but the input is Parquet; omit it");
        }
        if (read.compression().isPresent() || read.maxRecord().isPresent()) {
            throw new UsageException(
                    "--input-compression and --max-record are for record files, but the input is Parquet; omit them");
        }
        ParquetImport rows = new ParquetImport(files, memory, rules.roundsRows());
        OutputFiles written = target.ofParquet(
                target.to().isEmpty() && rows.isOfOneFlow() ? RecordFormat.OFRECORD : RecordFormat.TFRECORD);
        Optional<SetName> set = SetName.parse(written.output());
        List<String> names = set.isPresent() ? set.get().names(files.size()) : List.of(written.output());
        OutputCheck check = new OutputCheck(terminal).reads(files);
        for (String name : names) {
            check.writes(name);
            new TextOutput(name, written.existing()).check(terminal);
        }
        WrittenFiles result =
                set.isPresent() ? rows.writeEach(terminal, names, written) : rows.write(terminal, written);
        if (!written.isStandardOutput()) {
            print(terminal, written, result);
        }
        result.noteMissing(terminal, result.records() == 0 ? "the input has no rows" : "");
    }

    /** Returns the format of all files. */
    private RecordFormat format(List<ByteSource> sources) throws IOException {
        RecordFormat format = null;
        String first = "";
        for (ByteSource source : sources) {
            try (RecordReader reader = read.open(source)) {
                RecordFormat found = read.formatOf(source, reader).orElse(null);
                if (format == null) {
                    format = found;
                    first = source.name();
                } else if (found != null && format != found) {
                    throw new UsageException(source.name() + ": is " + found.title() + ", while " + first + " is "
                            + format.title() + "; convert each format separately");
                }
            }
        }
        return format == null ? RecordFormat.TFRECORD : format;
    }

    private ExitCode convert(
            Terminal terminal, List<ByteSource> sources, OutputFiles written, ExampleConversion conversion)
            throws IOException {
        long records = written.shards() > 1 ? count(terminal, sources) : Long.MAX_VALUE;
        if (records < written.shards()) {
            throw new UsageException("--parts " + written.shards() + ": the input has only "
                    + Sizes.count(records, "record") + ", and OneFlow does not read empty parts");
        }
        ExitCode[] code = {ExitCode.FINE};
        DamagePolicy skip = DamagePolicy.skip(region -> {
            code[0] = ExitCode.FINDINGS;
            terminal.report(region.cause().getMessage() + "; " + Sizes.count(region.length(), "byte") + " skipped");
        });
        WrittenFiles files;
        try (ProgressBar progress = ProgressBar.over(terminal, "convert", sources);
                OutputWriter writer = OutputWriter.open(terminal, written, records)) {
            long converted = 0;
            Set<String> missing = new LinkedHashSet<>(rules.names());
            for (ByteSource source : sources) {
                try (RecordReader reader = open(source, skip)) {
                    while (reader.next()) {
                        byte[] payload = converted(source, reader, conversion);
                        writer.write(payload);
                        converted++;
                        look(missing, payload, conversion);
                        progress.step(reader);
                    }
                }
                progress.sourceDone(source);
            }
            if (!missing.isEmpty()) {
                throw new IOException("--int32: no record has a feature named " + String.join(", ", missing)
                        + "; 'riffle info' lists the features");
            }
            if (written.shards() > 0 && converted == 0) {
                throw new IOException("the input has no records, and OneFlow does not read empty parts");
            }
            files = writer.commit();
        }
        if (!written.isStandardOutput()) {
            print(terminal, written, files);
        }
        files.noteMissing(terminal, files.records() == 0 ? "the input has no records" : "");
        return code[0];
    }

    private RecordReader open(ByteSource source, DamagePolicy skip) throws IOException {
        return damage == PrintRequest.Damage.SKIPPED ? read.openSkipping(source, skip) : read.open(source);
    }

    private long count(Terminal terminal, List<ByteSource> sources) throws IOException {
        long count = 0;
        try (ProgressBar progress = ProgressBar.over(terminal, "count", sources)) {
            for (ByteSource source : sources) {
                try (RecordReader reader = open(source, DamagePolicy.skip(region -> {}))) {
                    while (reader.next()) {
                        count++;
                        progress.step(reader);
                    }
                }
                progress.sourceDone(source);
            }
        }
        return count;
    }

    private static byte[] converted(ByteSource source, RecordReader reader, ExampleConversion conversion)
            throws IOException {
        byte[] payload = reader.payloadBytes();
        PayloadKind expected = PayloadKind.exampleIn(reader.format());
        Optional<PayloadKind> other = PayloadKind.otherThanExample(payload, reader.format());
        if (other.isPresent()) {
            throw new IOException(place(source, reader) + " " + other.get().insteadOf(expected, payload));
        }
        try {
            return conversion.convert(payload);
        } catch (ConversionException e) {
            if (e.getCause() instanceof MalformedMessageException) {
                PayloadKind kind = PayloadKind.of(payload, reader.format());
                throw new IOException(place(source, reader) + " " + kind.insteadOf(expected, payload), e);
            }
            throw new IOException(place(source, reader) + ": " + reason(e), e);
        }
    }

    private static String place(ByteSource source, RecordReader reader) throws IOException {
        String part =
                source.partAt(reader.offset()).map(where -> " (" + where + ")").orElse("");
        return RecordPlace.of(reader) + part;
    }

    private static String reason(ConversionException e) {
        return Escapes.visible(String.valueOf(e.getMessage())) + ConvertRules.remedy(e);
    }

    /** Removes the names of the features that a record has from {@code missing}. */
    private static void look(Set<String> missing, byte[] converted, ExampleConversion conversion) {
        if (!missing.isEmpty()) {
            missing.removeAll(Example.parse(converted, conversion.to()).names());
        }
    }

    private void print(Terminal terminal, OutputFiles written, WrittenFiles files) throws IOException {
        if (style == Style.TEXT) {
            files.print(terminal);
            return;
        }
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject().name("records").number(files.records());
        json.name("format").string(written.format().name().toLowerCase(Locale.ROOT));
        files.writeTo(json);
        json.endObject();
        terminal.printLine(line.toString());
    }
}
