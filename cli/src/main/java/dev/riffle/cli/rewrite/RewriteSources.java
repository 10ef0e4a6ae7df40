package dev.riffle.cli.rewrite;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.SkippedRegion;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.RewindableSource;
import dev.riffle.cli.input.Spool;
import dev.riffle.cli.input.ThreadsFlag;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.shard.RecordInput;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Opens the inputs of a rewriting command, and reports their damage and the progress. */
final class RewriteSources implements Closeable {

    /** Lists how often a command reads its input. */
    enum Reading {
        /** The command reads standard input and pipes directly. */
        ONCE,
        /** A temporary file keeps the bytes of standard input and pipes. */
        SEVERAL_TIMES
    }

    /** Does the work on the files. */
    @FunctionalInterface
    interface Work<I, T> {
        T on(I input) throws IOException;
    }

    private final Terminal terminal;
    private final List<String> words;
    private final RewriteInput input;
    private final List<InputFile> files;
    private final Spool spool;
    private final List<ByteSource> sources = new ArrayList<>();
    private final Set<String> reported = new HashSet<>();
    private RecordFormat format = RecordFormat.TFRECORD;
    private Compression compression = Compression.NONE;
    private boolean endingsDecide;

    private RewriteSources(
            Terminal terminal, List<String> words, RewriteInput input, List<InputFile> files, Spool spool) {
        this.terminal = terminal;
        this.words = words;
        this.input = input;
        this.files = files;
        this.spool = spool;
    }

    /**
     * Opens the files that the words name.
     *
     * @throws UsageException if some files are TFRecord and some OFRecord
     */
    static RewriteSources open(Terminal terminal, List<String> words, RewriteInput input, Reading reading)
            throws IOException {
        List<InputFile> files = InputFile.expand(terminal, words, input.sets());
        Spool spool = Spool.of(reading == Reading.ONCE ? List.of() : files);
        RewriteSources opened = new RewriteSources(terminal, words, input, files, spool);
        try {
            opened.look(reading == Reading.ONCE ? InputFile.sources(files) : spool.sources());
            return opened;
        } catch (Throwable e) {
            try (spool) {
                throw e;
            }
        }
    }

    private void look(List<ByteSource> given) throws IOException {
        String first = "";
        boolean hasTfRecord = false;
        for (ByteSource source : given) {
            boolean several = source.size().isPresent();
            ByteSource looked = several ? source : new RewindableSource(source);
            try (RecordReader reader = input.read().open(looked)) {
                if (sources.isEmpty()) {
                    compression = reader.compression();
                }
                hasTfRecord |= reader.format() == RecordFormat.TFRECORD;
                Optional<RecordFormat> found = input.read().formatOf(source, reader);
                if (first.isEmpty() && found.isPresent()) {
                    first = source.name();
                    format = found.get();
                } else if (found.isPresent() && format != found.get()) {
                    throw new UsageException(source.name() + ": is "
                            + found.get().title() + ", while " + first + " is " + format.title()
                            + "; 'riffle convert' converts one format to the other");
                }
            }
            sources.add(looked instanceof RewindableSource rewindable ? rewindable.lastOpening() : source);
        }
        // Files without records are TFRecord by their content.
        endingsDecide = hasTfRecord && format == RecordFormat.OFRECORD;
    }

    /** Returns a check that rejects outputs among the inputs: the files, and the named directories. */
    OutputCheck outputs() throws UsageException {
        OutputCheck check = new OutputCheck(terminal).reads(files);
        for (String word : words) {
            Path path = terminal.path(word);
            if (!word.equals(Terminal.DASH) && Files.isDirectory(path)) {
                check.reads(path, word);
            }
        }
        return check;
    }

    /** Returns the inputs. */
    List<InputFile> files() {
        return files;
    }

    /** Returns the stored size of all files together, in bytes. */
    long totalBytes() throws IOException {
        long total = 0;
        for (ByteSource source : sources) {
            total += source.size().orElse(0);
        }
        return total;
    }

    /** Returns that the input has only this number of records, for a note. */
    String only(long records) {
        String title = sources.size() == 1 ? sources.get(0).name() : "the input";
        String thing = reported.isEmpty() ? "record" : "intact record";
        return title + " has " + (records == 0 ? "no " + thing + "s" : "only " + Sizes.count(records, thing));
    }

    /** Returns the format of all files. */
    RecordFormat format() {
        return format;
    }

    /** Returns the compression of the first file. */
    Compression compression() {
        return compression;
    }

    /**
     * Runs the work and shows progress.
     *
     * @throws IOException if the work fails; for damage, the message has a remedy
     */
    <T> T run(String verb, Work<RecordRewrite, T> work) throws IOException {
        return read(verb, input -> work.on(RecordRewrite.of(input)));
    }

    /** Like {@link #run}, for work that is not a rewrite. */
    <T> T read(String verb, Work<RecordInput, T> work) throws IOException {
        try (ProgressBar progress = ProgressBar.over(terminal, verb, sources)) {
            RecordReaderOptions options = input.read().options().threads(ThreadsFlag.all());
            if (endingsDecide) {
                options = options.format(format);
            }
            if (input.damage() == PrintRequest.Damage.SKIPPED && format.skipsDamage()) {
                options = options.damage(DamagePolicy.skip(this::report));
            }
            return work.on(RecordInput.of(sources).reading(options).progress(progress::moved));
        } catch (CorruptRecordException e) {
            if (!Failures.isRepairable(e)) {
                throw e;
            }
            throw new IOException(e.getMessage() + "; " + Failures.REPAIR + skipRemedy(e), e);
        }
    }

    /**
     * Returns the remedy for damage. Skipping is not possible in the target file of an append, or after a break of a
     * compressed stream.
     */
    private String skipRemedy(CorruptRecordException damage) {
        boolean isInput = sources.stream().anyMatch(source -> source.name().equals(damage.source()));
        boolean isStream = damage.reason() == CorruptRecordException.Reason.DECOMPRESSION;
        return !isInput || isStream || input.damage() == PrintRequest.Damage.SKIPPED || !format.skipsDamage()
                ? ""
                : ", and --skip-damage skips the damage";
    }

    /** Reports each damaged region once, even if the command reads the files several times. */
    private void report(SkippedRegion region) {
        String message = region.cause().getMessage() + "; " + Sizes.count(region.length(), "byte") + " skipped";
        if (reported.add(message)) {
            terminal.report(message);
        }
    }

    /** Returns the exit code if there is no other error. */
    ExitCode exitCode() {
        return reported.isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }
}
