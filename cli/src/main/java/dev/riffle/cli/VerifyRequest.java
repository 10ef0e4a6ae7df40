package dev.riffle.cli;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.SkippedRegion;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedMessageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Reads everything and tells of every damage. */
record VerifyRequest(List<String> words, ReadSettings read, Payloads payloads, Style style) implements Request {

    /** What the records must hold. */
    enum Payloads {
        ANYTHING,
        EXAMPLES
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        List<InputFile> files = InputFile.expand(terminal, words);
        try (Progress progress = Progress.over(terminal, "verify", files)) {
            return EachFile.run(terminal, files, file -> verify(terminal, file, progress));
        }
    }

    private ExitCode verify(Terminal terminal, InputFile file, Progress progress) throws IOException {
        Findings findings = new Findings(terminal, style, file.name());
        long records = 0;
        try (RecordReader reader = read.openSkipping(
                progress.watch(file.source()), DamagePolicy.skip(region -> skipped(findings, region)))) {
            while (reader.next()) {
                records++;
                check(reader, findings);
                progress.step(reader);
            }
        } catch (CorruptRecordException e) {
            findings.damage(e, "nothing behind it was read");
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        progress.fileDone(file);
        findings.end(records);
        return findings.count() == 0 ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    private static void skipped(Findings findings, SkippedRegion region) {
        try {
            findings.damage(region.cause(), Sizes.count(region.length(), "byte") + " passed over");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check(RecordReader reader, Findings findings) throws IOException {
        if (payloads == Payloads.ANYTHING) {
            return;
        }
        Dialect dialect = reader.format() == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
        try {
            byte[] payload = reader.payloadBytes();
            Example.parse(payload, dialect);
            if (dialect == Dialect.TENSORFLOW && !PayloadKind.mayBeExample(payload)) {
                findings.message(
                        reader.index(),
                        reader.offset(),
                        "not an Example, but "
                                + PayloadKind.of(payload, reader.format()).title());
            }
        } catch (MalformedMessageException e) {
            findings.message(reader.index(), reader.offset(), String.valueOf(e.getMessage()));
        }
    }
}
