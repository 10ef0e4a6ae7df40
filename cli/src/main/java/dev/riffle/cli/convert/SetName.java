package dev.riffle.cli.convert;

import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.shard.ShardNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an output set: {@code train@10}, {@code train@10.parquet}, or {@code train@*} for as many files as the
 * input has.
 *
 * @param prefix the beginning of the names of the files
 * @param count the number of files; empty for the number of input files
 * @param suffix the end of the names; may be empty
 */
record SetName(String typed, String prefix, OptionalInt count, String suffix) {

    private static final Pattern FORM = Pattern.compile("(.*[^/])@(\\d{1,8}|\\*)([^/@*?\\[]*)", Pattern.DOTALL);

    /** Returns the set that a name means. Empty for the name of a file. */
    static Optional<SetName> parse(String name) {
        Matcher matcher = FORM.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String count = matcher.group(2);
        return Optional.of(new SetName(
                name,
                matcher.group(1),
                count.equals("*") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(count)),
                matcher.group(3)));
    }

    /** Returns a name without the number of files of a set: {@code train.parquet} for {@code train@10.parquet}. */
    static String withoutCount(String name) {
        return parse(name).map(set -> set.prefix() + set.suffix()).orElse(name);
    }

    /**
     * Returns the names of the files.
     *
     * @throws UsageException if the number of files is not that of the input files
     */
    List<String> names(int inputs) throws UsageException {
        if (count.isPresent() && count.getAsInt() != inputs) {
            throw new UsageException(typed + ": has " + Sizes.count(count.getAsInt(), "file") + ", but the input has "
                    + Sizes.count(inputs, "file") + ", and each becomes one file; use @" + inputs + " or @*");
        }
        return new ShardNames(Path.of(prefix), inputs, suffix)
                .paths().stream().map(Path::toString).toList();
    }
}
