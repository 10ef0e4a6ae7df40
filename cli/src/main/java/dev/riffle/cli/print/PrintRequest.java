package dev.riffle.cli.print;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.cli.input.EachFile;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.InputSets;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;

/**
 * Prints the records of each file.
 *
 * @param from the number of the first record of each file, from 0
 * @param limit the largest number of records of each file
 */
public record PrintRequest(
        List<String> words, ReadSettings read, RecordPrinter.Form form, long from, long limit, Damage damage)
        implements Request {

    /** Lists the ways to handle damage. */
    public enum Damage {
        ENDS_THE_FILE,
        SKIPPED
    }

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        RecordPrinter printer = new RecordPrinter(terminal, form);
        InputSets sets = InputSets.find(terminal, words);
        ExitCode setCode = sets.report(terminal);
        return EachFile.run(terminal, sets.files(), file -> print(terminal, file, printer))
                .worse(setCode);
    }

    private ExitCode print(Terminal terminal, InputFile file, RecordPrinter printer) throws IOException {
        ExitCode[] code = {ExitCode.FINE};
        DamagePolicy skip = DamagePolicy.skip(region -> {
            code[0] = ExitCode.FINDINGS;
            terminal.report(region.cause().getMessage() + "; " + Sizes.count(region.length(), "byte") + " skipped");
        });
        try (RecordReader reader =
                damage == Damage.SKIPPED ? read.openSkipping(file.source(), skip) : read.open(file.source())) {
            long printed = 0;
            long records = 0;
            while (printed < limit && reader.next()) {
                records = reader.index() + 1;
                if (reader.index() >= from) {
                    printer.print(reader);
                    printed++;
                }
            }
            if (printed == 0) {
                terminal.note(nothing(file.name(), records));
            }
        }
        return code[0];
    }

    private String nothing(String file, long records) {
        if (limit == 0) {
            return file + ": the flags select no records";
        }
        return file + " has " + (records == 0 ? "no records" : "only " + Sizes.count(records, "record"))
                + (from == 0 ? "" : ", and --from is " + from);
    }
}
