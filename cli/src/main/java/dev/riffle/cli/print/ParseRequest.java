package dev.riffle.cli.print;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.cli.input.EachFile;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.InputSets;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.input.RewindableSource;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Notes;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.FeatureWarning;
import dev.riffle.example.MalformedTextException;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParseException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Parses records into tensors and prints them.
 *
 * @param specs the typed specs; empty without typed specs
 * @param specsFile the file of the specs; without typed specs and file, the command infers the specs from the records
 *     of each file
 */
record ParseRequest(
        List<String> words,
        ReadSettings read,
        Optional<RecordSpecs> specs,
        Optional<String> specsFile,
        Extent extent,
        Style style,
        Rejected rejected,
        PrintRequest.Damage damage)
        implements Request {

    /**
     * Holds the numbers of records.
     *
     * @param batch the number of records of one file in a batch
     * @param limit the largest number of records of each file
     * @param sample the number of records to examine for inferred specs
     */
    record Extent(int batch, long limit, int sample) {}

    /** Lists the ways to handle a record that does not fit the specs. */
    enum Rejected {
        ENDS_THE_FILE,
        LEFT_OUT
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        Optional<RecordSpecs> wanted =
                specsFile.isPresent() ? Optional.of(readSpecs(terminal, specsFile.get())) : specs;
        Notes notes = new Notes(terminal);
        InputSets sets = InputSets.find(terminal, words);
        ExitCode setCode = sets.report(terminal);
        return EachFile.run(terminal, sets.files(), style, file -> parse(terminal, file, wanted, notes))
                .worse(setCode);
    }

    /** Returns the message for a batch that needs too much memory, with a remedy. */
    static String outOfMemory(String file, int batch) {
        String smaller =
                batch > 1 ? "parse smaller batches, for example with --batch " + Math.max(1, batch / 4) + ", or " : "";
        return file + ": out of memory: " + smaller + "set RIFFLE_JAVA_OPTIONS=-Xmx4g or more and try again";
    }

    private static RecordSpecs readSpecs(Terminal terminal, String name) throws IOException {
        InputFile file = InputFile.of(terminal, terminal.path(name));
        Bytes text;
        try (InputStream in = Channels.newInputStream(file.source().open(0))) {
            text = Bytes.ofOwned(in.readAllBytes());
        }
        if (!text.isUtf8()) {
            throw new UsageException(file.name() + ": expected specs as text in UTF-8, found other bytes");
        }
        try {
            return RecordSpecs.parse(text.utf8());
        } catch (IllegalArgumentException | MalformedTextException e) {
            throw new UsageException(SpecErrors.ofFile(file.name(), text.utf8(), e));
        }
    }

    private ExitCode parse(Terminal terminal, InputFile file, Optional<RecordSpecs> wanted, Notes notes)
            throws IOException {
        try {
            if (wanted.isPresent()) {
                return parse(
                        terminal,
                        file.source(),
                        wanted.get(),
                        warning -> notes.once(file.name(), Notes.text(warning)),
                        notes);
            }
            ByteSource source = file.source().size().isPresent() ? file.source() : new RewindableSource(file.source());
            Optional<RecordSpecs> inferred = new SpecInference(read, source, rejected).infer(extent.sample());
            if (inferred.isEmpty()) {
                notes.once(file.name(), "no records to infer features from");
                return ExitCode.FINE;
            }
            notes.once(
                    file.name(),
                    "features inferred: --features " + quoted(inferred.get().toString()));
            return parse(
                    terminal,
                    source instanceof RewindableSource rewindable ? rewindable.lastOpening() : source,
                    inferred.get(),
                    warning -> {},
                    notes);
        } catch (OutOfMemoryError e) {
            throw new IOException(outOfMemory(file.name(), extent.batch()), e);
        } catch (ExampleParseException e) {
            String place = e.source().isPresent() ? "" : file.name() + ": ";
            throw new IOException(place + Escapes.message(e), e);
        }
    }

    /** Returns the text as a word for a shell. */
    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private ExitCode parse(
            Terminal terminal, ByteSource source, RecordSpecs wanted, Consumer<FeatureWarning> warnings, Notes notes)
            throws IOException {
        ExitCode[] code = {ExitCode.FINE};
        DamagePolicy skip = DamagePolicy.skip(region -> {
            code[0] = ExitCode.FINDINGS;
            terminal.report(region.cause().getMessage() + "; " + Sizes.count(region.length(), "byte") + " skipped");
        });
        Consumer<String> leaveOut = rejection -> {
            code[0] = ExitCode.FINDINGS;
            terminal.report(rejection + "; skipped");
        };
        try (RecordReader reader =
                damage == PrintRequest.Damage.SKIPPED ? read.openSkipping(source, skip) : read.open(source)) {
            new RecordBatches(
                            reader,
                            wanted,
                            rejected == Rejected.LEFT_OUT ? Optional.of(leaveOut) : Optional.empty(),
                            new BatchPrinter(terminal, style),
                            warnings,
                            notes)
                    .parse(extent.batch(), extent.limit());
        }
        return code[0];
    }
}
