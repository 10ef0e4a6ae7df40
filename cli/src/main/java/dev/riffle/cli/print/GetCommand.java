package dev.riffle.cli.print;

import dev.riffle.cli.input.PartialFlag;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.terminal.CommonFlags;
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

/** {@code riffle get}. */
@Command(
        name = "get",
        description = {
            "Prints records by their numbers, or by the value of a feature.",
            "Records are printed as riffle cat does, in the order in which they are asked for. A fresh index (riffle"
                    + " index) is used; without one the file is read once, and nothing is written."
        })
public final class GetCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "A file, or a pattern: the records of several files are numbered through.")
    private String file = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "N",
            description = "Numbers of records; the first one is 0. Behind --, -1 is the last one.")
    private List<String> numbers = List.of();

    @ArgGroup
    private PrintFlags.FormFlags form = new PrintFlags.FormFlags();

    @Mixin
    private PartialFlag partial = new PartialFlag();

    @Option(names = "--last", paramLabel = "N", description = "Prints the last N records.")
    private @Nullable Long last;

    @Option(
            names = "--key",
            paramLabel = "VALUE",
            description = "Prints all records whose key is this text, or this integer, instead of numbered ones.")
    private @Nullable String key;

    @Option(
            names = "--feature",
            paramLabel = "NAME",
            description = "The feature that has the key. If nothing is said, that of the index.")
    private @Nullable String feature;

    @Option(names = ReadFlags.MAX_RECORD, paramLabel = "SIZE", description = ReadFlags.MAX_RECORD_HELP)
    private @Nullable String maxRecord;

    @Override
    public Request request() {
        if (last != null && (key != null || !numbers.isEmpty())) {
            throw new IllegalArgumentException("--last goes with neither numbers nor --key");
        }
        if (last != null && last < 1) {
            throw new IllegalArgumentException("--last must be positive: " + last);
        }
        if (key == null && last == null && numbers.isEmpty()) {
            throw new IllegalArgumentException("which record? Name its number, or say --key VALUE");
        }
        if (key != null && !numbers.isEmpty()) {
            throw new IllegalArgumentException("numbers and --key do not go together: " + String.join(" ", numbers));
        }
        if (feature != null && key == null) {
            throw new IllegalArgumentException("--feature names what --key is the value of; say --key VALUE too");
        }
        return new GetRequest(
                file,
                partial.sets(),
                checked(),
                last == null ? OptionalLong.empty() : OptionalLong.of(last),
                Optional.ofNullable(key),
                Optional.ofNullable(feature),
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
                        "not the number of a record: " + number + "; for several files give a pattern in quotes", e);
            }
        }
        return checked;
    }
}
