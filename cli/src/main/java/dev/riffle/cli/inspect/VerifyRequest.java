package dev.riffle.cli.inspect;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.SkippedRegion;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.InputSets;
import dev.riffle.cli.input.LeftoverNotes;
import dev.riffle.cli.input.ParallelFiles;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.scan.ParallelScan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Checks every record and reports all damage. */
record VerifyRequest(List<String> words, ReadSettings read, int threads, Payloads payloads, Style style)
        implements Request {

    /** Lists the required contents of the records. */
    enum Payloads {
        ANYTHING,
        EXAMPLES;

        /** Returns the problem of a payload. Empty without a problem. */
        Optional<String> problem(byte[] payload, RecordFormat format) {
            PayloadKind expected = PayloadKind.exampleIn(format);
            try {
                Example.parse(payload, ExampleContent.dialect(format));
            } catch (MalformedMessageException e) {
                return Optional.of(PayloadKind.of(payload, format).found(expected, payload));
            }
            return PayloadKind.otherThanExample(payload, format).map(kind -> kind.found(expected, payload));
        }
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        InputSets sets = InputSets.find(terminal, words);
        SetFindings ofSets = new SetFindings(terminal, style, threads);
        ExitCode code;
        try (ProgressBar progress = ProgressBar.over(terminal, "verify", InputFile.sources(sets.files()))) {
            code = ParallelFiles.run(
                    terminal,
                    sets.files(),
                    threads,
                    style,
                    (out, file, its) -> verify(out, file, its, progress.part(), ofSets));
        }
        ExitCode setCode = ofSets.report(sets);
        LeftoverNotes.report(terminal, sets, style);
        return code.worse(setCode);
    }

    private ExitCode verify(Terminal terminal, InputFile file, int its, ProgressBar.Part progress, SetFindings ofSets)
            throws IOException {
        file.path().ifPresent(ofSets::failed);
        Findings findings = new Findings(terminal, style, file.name());
        ParallelVerify verify = new ParallelVerify(file.source(), read, payloads, findings);
        Optional<ParallelScan> parallel = read.parallel(file.source(), its, DamagePolicy.skip(verify::skipped));
        long records;
        if (parallel.isPresent()) {
            records = verify.run(parallel.get().progress(progress::moved));
        } else {
            records = verifyInOrder(file, progress, findings);
        }
        progress.sourceDone(file.source());
        findings.end(records);
        if (file.path().isPresent() && findings.damages() == 0) {
            ofSets.counted(file.path().get(), records);
        }
        return findings.count() == 0 ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    private long verifyInOrder(InputFile file, ProgressBar.Part progress, Findings findings) throws IOException {
        long records = 0;
        try (RecordReader reader =
                read.openSkipping(file.source(), DamagePolicy.skip(region -> skipped(findings, region)))) {
            while (reader.next()) {
                records++;
                check(reader, findings);
                progress.step(reader);
            }
        } catch (CorruptRecordException e) {
            findings.brokenOff(e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return records;
    }

    private static void skipped(Findings findings, SkippedRegion region) {
        try {
            findings.skipped(region);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check(RecordReader reader, Findings findings) throws IOException {
        if (payloads == Payloads.ANYTHING) {
            return;
        }
        Optional<String> problem;
        try {
            problem = payloads.problem(reader.payloadBytes(), reader.format());
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(reader, e);
        }
        if (problem.isPresent()) {
            findings.message(reader.index(), reader.offset(), problem.get());
        }
    }
}
