package dev.riffle.cli.print;

import dev.riffle.cli.input.PartialFlag;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle get}. */
@Command(
        name = "get",
        description = {
            "Prints records by number or by key.",
            "Prints records like 'riffle cat', in the order of the arguments. Uses a fresh index (see"
                    + " 'riffle index'). Without one, the command reads the whole file and writes no index."
        })
public final class GetCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "Reads this file, or the files of a pattern as one sequence of records.")
    private String file = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "N",
            description = "Prints the records with these numbers. The first record is 0. After --, negative numbers"
                    + " count from the end: -1 is the last record.")
    private List<String> numbers = List.of();

    @ArgGroup
    private PrintFlags.FormFlags form = new PrintFlags.FormFlags();

    @Mixin
    private PartialFlag partial = new PartialFlag();

    @Option(names = "--last", paramLabel = "N", description = "Prints the last N records.")
    private @Nullable Long last;

    @Option(
            names = "--lookup",
            paramLabel = "VALUE",
            description = "Prints all records whose key has this value, a text or an integer.")
    private @Nullable String lookup;

    @Option(
            names = "--key",
            paramLabel = "FEATURE",
            description = FlagText.KEY + " Here: one feature. Default: the feature of the index.")
    private @Nullable String key;

    @Option(names = "--skip-damage", description = FlagText.SKIP_DAMAGE)
    private boolean skipDamage;

    @Option(names = "--max-record", paramLabel = "SIZE", description = FlagText.MAX_RECORD)
    private @Nullable String maxRecord;

    @Override
    public Request request() {
        if (last != null && (lookup != null || !numbers.isEmpty())) {
            throw new IllegalArgumentException("--last cannot be combined with record numbers or --lookup");
        }
        if (last != null && last < 1) {
            throw new IllegalArgumentException("--last must be positive: " + last);
        }
        if (lookup == null && last == null && numbers.isEmpty()) {
            throw new IllegalArgumentException("no record requested; add a record number, or use --lookup VALUE");
        }
        if (lookup != null && !numbers.isEmpty()) {
            throw new IllegalArgumentException(
                    "record numbers and --lookup cannot be combined: " + String.join(" ", numbers));
        }
        if (key != null && lookup == null) {
            throw new IllegalArgumentException("--key requires --lookup VALUE");
        }
        return new GetRequest(
                file,
                partial.sets(),
                checked(),
                last == null ? OptionalLong.empty() : OptionalLong.of(last),
                Optional.ofNullable(lookup),
                Optional.ofNullable(key),
                skipDamage ? PrintRequest.Damage.SKIPPED : PrintRequest.Damage.ENDS_THE_FILE,
                ReadFlags.maxRecord(maxRecord),
                form.printed());
    }

    private List<Long> checked() {
        List<Long> checked = new ArrayList<>();
        for (String number : numbers) {
            try {
                checked.add(Long.parseLong(number));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "not a record number: " + number + "; for several files, use a pattern in quotes", e);
            }
        }
        return checked;
    }
}
