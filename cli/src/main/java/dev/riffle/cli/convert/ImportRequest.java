package dev.riffle.cli.convert;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.arrow.ArrowRecordOptions;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.Spool;
import dev.riffle.cli.output.ExampleColumns;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.OutputWriter;
import dev.riffle.cli.output.TextKind;
import dev.riffle.cli.output.WrittenFiles;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Installation;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.Kind;
import dev.riffle.formats.ColumnTypes;
import dev.riffle.formats.CsvImport;
import dev.riffle.formats.ExampleImport;
import dev.riffle.formats.ExampleReader;
import dev.riffle.formats.JsonLinesImport;
import dev.riffle.formats.Survey;
import dev.riffle.formats.numpy.ArrayExamples;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Creates records from text or arrays.
 *
 * @param from the kind of the text, or empty to detect it
 * @param arrow the form of Arrow data, or empty to detect it
 * @param memory the largest memory of DuckDB for Parquet in bytes; empty for the default
 * @param float32 the way to convert 64-bit floats of Arrow data, or empty for the usual one
 */
record ImportRequest(
        List<String> words,
        Optional<TextKind> from,
        Optional<ArrowKind> arrow,
        Optional<Rounding> float32,
        OptionalLong memory,
        Table table,
        OutputFiles target,
        Style style)
        implements Request {

    /** Lists the ways to convert a 64-bit float. */
    enum Rounding {
        EXACT,
        ROUNDED
    }

    /**
     * Describes the form of a table in the text.
     *
     * @param header the names of the columns; empty if the text contains the names
     */
    record Table(
            ColumnTypes types, Optional<Character> delimiter, List<String> header, Optional<String> listSeparator) {

        /** Returns whether the user set nothing. */
        boolean isUnset() {
            return equals(new Table(ColumnTypes.none(), Optional.empty(), List.of(), Optional.empty()));
        }
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<InputFile> files = InputFile.expand(terminal, ParquetInput.words(terminal, words));
        new OutputCheck(terminal).reads(files).writes(target);
        target.check(terminal);
        if (from.isEmpty() && arrow.isEmpty() && ParquetInput.isIn(files)) {
            writeParquet(terminal, files);
            return ExitCode.FINE;
        }
        if (memory.isPresent()) {
            throw new UsageException("--memory is for Parquet, which " + words.get(0) + " is not; omit --memory");
        }
        if (arrow.isEmpty() && ArrayInput.isNamedBy(files)) {
            rejectFloat32(files.get(0).name());
            writeArrays(terminal, files);
            return ExitCode.FINE;
        }
        try (Spool spool = Spool.of(files)) {
            if (arrow.isPresent() || from.isEmpty() && ArrowKind.isIn(spool.sources())) {
                writeArrow(terminal, spool.sources());
                return ExitCode.FINE;
            }
            rejectFloat32(files.get(0).name());
            for (ByteSource source : spool.sources()) {
                checkText(source);
            }
            Survey survey = survey(terminal, spool.sources());
            checkTypes(survey.types());
            checkRows(survey, spool.sources().get(0));
            survey.notes().forEach(note -> terminal.note(note));
            write(terminal, spool.sources(), survey);
        }
        return ExitCode.FINE;
    }

    /** Rejects an array, and a record file. The bytes of an intact record could be text only by chance. */
    private static void checkText(ByteSource source) throws IOException {
        ByteSource unpacked = UnpackedText.of(source);
        ArrayInput.rejectUnnamed(unpacked);
        ArrowKind.rejectPacked(source, unpacked);
        boolean hasRecords;
        try (RecordReader reader = RecordReader.open(source)) {
            hasRecords = reader.format() == RecordFormat.TFRECORD && reader.next();
        } catch (IOException e) {
            // Text is not a record file. The survey reads the source again, and reports a failed read.
            hasRecords = false;
        }
        if (hasRecords) {
            throw new UsageException(
                    source.name() + ": has records already; 'riffle export' writes them as JSON lines or CSV");
        }
    }

    private Survey survey(Terminal terminal, List<ByteSource> sources) throws IOException {
        try (ProgressBar progress = ProgressBar.over(terminal, "survey", sources)) {
            return input(sources, progress).survey();
        }
    }

    private void write(Terminal terminal, List<ByteSource> sources, Survey survey) throws IOException {
        WrittenFiles files;
        ExampleColumns columns = new ExampleColumns();
        try (ProgressBar progress = ProgressBar.over(terminal, "import", sources);
                ExampleReader examples = input(sources, progress).open(survey.types());
                OutputWriter writer = OutputWriter.open(terminal, target, survey.records())) {
            while (examples.next()) {
                write(examples, writer);
                columns.add(examples.example());
            }
            writer.schema(columns);
            files = writer.commit();
        }
        if (!target.isStandardOutput()) {
            print(terminal, survey, files);
        }
        files.noteMissing(terminal, survey.records() == 0 ? "the input has no rows" : "");
    }

    private void writeArrays(Terminal terminal, List<InputFile> files) throws IOException {
        if (from.isPresent() || !table.isUnset()) {
            throw new UsageException("--input-kind, --types, --delimiter, --header and --list-separator are for text,"
                    + " but " + files.get(0).name() + " has arrays");
        }
        Survey survey;
        WrittenFiles written;
        try (ProgressBar progress = ProgressBar.over(terminal, "import", InputFile.sources(files));
                ArrayInput arrays = new ArrayInput()) {
            ArrayExamples examples = arrays.examples(files, target.dialect());
            survey = ArrayInput.survey(examples);
            ExampleColumns columns = new ExampleColumns();
            try (OutputWriter writer = OutputWriter.open(terminal, target, examples.rows())) {
                while (arrays.next(examples)) {
                    writer.write(examples.example().toByteArray(target.dialect()));
                    columns.add(examples.example());
                    progress.moved(arrays.progress(examples));
                }
                writer.schema(columns);
                written = writer.commit();
            }
            if (examples.rounded() > 0) {
                terminal.note(Sizes.count(examples.rounded(), "value")
                        + " of float64 lost digits, because an Example has 32-bit floats; --format ofrecord keeps"
                        + " them");
            }
        }
        if (!target.isStandardOutput()) {
            print(terminal, survey, written);
        }
        written.noteMissing(terminal, survey.records() == 0 ? "the arrays have no rows" : "");
    }

    private void rejectFloat32(String name) throws UsageException {
        if (float32.isPresent()) {
            throw new UsageException(
                    "--float32 is for Arrow data and Parquet, which " + name + " is not; omit --float32");
        }
    }

    private void writeParquet(Terminal terminal, List<InputFile> files) throws IOException {
        Installation.running().requireDuckDb("import of Parquet");
        if (!table.isUnset()) {
            throw new UsageException("--types, --delimiter, --header and --list-separator are for text, but "
                    + files.get(0).name() + " is a Parquet file");
        }
        boolean isRounded = float32.equals(Optional.of(Rounding.ROUNDED));
        WrittenFiles written = new ParquetImport(files, memory, isRounded).write(terminal, target);
        if (!target.isStandardOutput()) {
            print(terminal, new Survey(ColumnTypes.none(), written.records(), List.of()), written);
        }
        written.noteMissing(terminal, written.records() == 0 ? "the input has no rows" : "");
    }

    private void writeArrow(Terminal terminal, List<ByteSource> sources) throws IOException {
        if (!table.isUnset()) {
            throw new UsageException("--types, --delimiter, --header and --list-separator are for text, but "
                    + sources.get(0).name() + " has Arrow data");
        }
        Installation.running().requireArrow("import of Arrow data");
        ArrowImport.Result result = new ArrowImport(
                        sources,
                        arrow,
                        float32.orElse(Rounding.EXACT) == Rounding.ROUNDED
                                ? ArrowRecordOptions.Rounding.NEAREST
                                : ArrowRecordOptions.Rounding.NONE,
                        target)
                .run(terminal);
        if (!target.isStandardOutput()) {
            print(terminal, new Survey(ColumnTypes.none(), result.records(), List.of()), result.files());
        }
        result.files().noteMissing(terminal, result.records() == 0 ? "the input has no rows" : "");
    }

    private ExampleImport input(List<ByteSource> sources, ProgressBar progress) throws IOException {
        List<ByteSource> texts = new ArrayList<>();
        for (ByteSource source : sources) {
            texts.add(UnpackedText.of(progress.watch(source)));
        }
        return input(texts, from.isPresent() ? from.get() : TextKind.of(texts.get(0)));
    }

    private ExampleImport input(List<ByteSource> sources, TextKind kind) throws UsageException {
        if (kind == TextKind.JSON_LINES) {
            if (table.delimiter().isPresent()
                    || !table.header().isEmpty()
                    || table.listSeparator().isPresent()) {
                throw new UsageException(
                        "--delimiter, --header and --list-separator are for CSV, but the input is JSON lines; if it"
                                + " is CSV, use --input-kind csv");
            }
            return JsonLinesImport.of(sources).types(table.types()).dialect(target.dialect());
        }
        CsvImport csv = CsvImport.of(sources)
                .types(table.types())
                .delimiter(table.delimiter().orElse(kind.delimiter()));
        if (!table.header().isEmpty()) {
            csv = csv.columns(table.header());
        }
        return table.listSeparator().isPresent()
                ? csv.listSeparator(table.listSeparator().get())
                : csv;
    }

    /** Rejects a header without rows if nothing but the first character shows that the input is CSV. */
    private void checkRows(Survey survey, ByteSource first) throws UsageException {
        boolean named = from.isPresent() || TextKind.byEnding(first.name()).isPresent();
        if (survey.records() == 0 && !named && table.header().isEmpty()) {
            throw new UsageException(first.name() + ": one line and no rows, so it is probably neither CSV nor JSON"
                    + " lines; if it is a CSV header without rows, use --input-kind csv");
        }
    }

    private void checkTypes(ColumnTypes types) throws UsageException {
        for (Kind kind : types.kinds().values()) {
            if (!target.dialect().supports(kind)) {
                throw new UsageException("--types: " + target.format().title() + " files have no " + kind.fieldName()
                        + "; --format ofrecord has");
            }
        }
    }

    private void write(ExampleReader examples, OutputWriter writer) throws IOException {
        try {
            writer.write(examples.example().toByteArray(target.dialect()));
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(examples.source() + ": line " + examples.line(), e);
        } catch (IllegalArgumentException e) {
            throw new IOException(examples.source() + ": line " + examples.line() + ": " + e.getMessage(), e);
        }
    }

    private void print(Terminal terminal, Survey survey, WrittenFiles files) throws IOException {
        String types = survey.types().toString();
        if (style == Style.TEXT) {
            if (!types.isEmpty()) {
                terminal.printSummary("types: " + Escapes.visible(types));
            }
            files.print(terminal);
            return;
        }
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject().name("records").number(survey.records());
        if (!types.isEmpty()) {
            json.name("types").string(types);
        }
        files.writeTo(json);
        json.endObject();
        terminal.printLine(line.toString());
    }
}
