package dev.riffle.cli.inspect;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.PartialFlag;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ThreadsFlag;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.ByteCount;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle index}. */
@Command(
        name = "index",
        description = {
            "Writes an index of each file, for access without a scan.",
            "The index of NAME is the file .NAME.index beside it. It holds a fingerprint of NAME: if"
                    + " NAME changes, the index is stale, and commands ignore it. A fresh index is not written"
                    + " again."
        })
public final class IndexCommand implements Flags {

    private static final String MEMORY = "--memory";

    /** Defines flags of which the user may set only one. */
    static final class WorkFlags {
        @Option(
                names = "--check",
                description =
                        "Compares all records with each index, reports whether it is fresh, and writes nothing. Exits"
                                + " with code 1 if an index is not fresh.")
        private boolean check;

        @Option(names = "--remove", description = "Deletes the index of each file.")
        private boolean remove;

        @Option(names = "--rebuild", description = "Writes the index again, even if it is fresh.")
        private boolean rebuild;

        @Option(
                names = "--export",
                paramLabel = "FILE",
                description = "Writes the offsets of one file as text, for other loaders: a line 'offset size' for each"
                        + " record. Use - for standard output.")
        private @Nullable String export;

        @Option(
                names = "--import",
                paramLabel = "FILE",
                description =
                        "Builds the index of one file from such a text, and compares each line with the file. Use -"
                                + " for standard input.")
        private @Nullable String imported;
    }

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Works on the indexes of these files: " + FilesFlags.NAMES + ".")
    private List<String> files = List.of();

    @Mixin
    private PartialFlag partial = new PartialFlag();

    @Mixin
    private ThreadsFlag threads = new ThreadsFlag();

    @ArgGroup
    private WorkFlags work = new WorkFlags();

    @Option(
            names = "--key",
            paramLabel = "FEATURE",
            description = FlagText.KEY
                    + " Here: also indexes one feature, for 'riffle get --lookup'. Its value must be one int64 or bytes"
                    + " value. An index has the keys of one feature; another feature replaces them.")
    private @Nullable String key;

    @Option(
            names = "--missing",
            paramLabel = "HOW",
            completionCandidates = Choices.MissingInIndex.class,
            description = FlagText.MISSING
                    + " Here: fail if no record has a key, or keep, which indexes the file without keys. Requires --key."
                    + " Default: fail.")
    private @Nullable String missing;

    @Option(names = "--overwrite", description = FlagText.OVERWRITE + " Here: the file of --export.")
    private boolean overwrite;

    @Option(
            names = {"-j", "--json"},
            description = FlagText.JSON + " Here: each file.")
    private boolean json;

    @Option(names = "--max-record", paramLabel = "SIZE", description = FlagText.MAX_RECORD)
    private @Nullable String maxRecord;

    @Option(
            names = MEMORY,
            paramLabel = "BYTES",
            description = FlagText.MEMORY
                    + " Here: the memory for keys. More keys need a temporary file beside the index. Default: half of the"
                    + " heap.")
    private @Nullable String memory;

    @Override
    public Request request() {
        IndexRequest.Work asked = work();
        if (key != null && asked != IndexRequest.Work.BUILD && asked != IndexRequest.Work.REBUILD) {
            throw new IllegalArgumentException("--key builds an index; omit the other flag");
        }
        if (missing != null && key == null) {
            throw new IllegalArgumentException("--missing requires --key");
        }
        if (maxRecord != null && (work.remove || work.imported != null)) {
            throw new IllegalArgumentException(
                    ReadFlags.MAX_RECORD + " limits the reading of records; omit the other flag");
        }
        if (memory != null && asked != IndexRequest.Work.BUILD && asked != IndexRequest.Work.REBUILD) {
            throw new IllegalArgumentException(MEMORY + " limits the building of an index; omit the other flag");
        }
        if (overwrite && asked != IndexRequest.Work.EXPORT) {
            throw new IllegalArgumentException(
                    "--overwrite requires --export; an index that is not fresh is always replaced");
        }
        if (json && Terminal.DASH.equals(work.export)) {
            throw new IllegalArgumentException("--json and --export - both write to standard output; omit one of them");
        }
        if (work.export != null) {
            OutputEnding.checkPlain(work.export);
        }
        OutputFiles.Existing existing = overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REJECT;
        return new IndexRequest(
                files,
                partial.sets(),
                asked,
                Optional.ofNullable(key),
                missing == null ? IndexRequest.MissingKeys.FAIL : missing(missing),
                Optional.ofNullable(work.export).map(name -> new TextOutput(name, existing)),
                Optional.ofNullable(work.imported),
                ReadFlags.maxRecord(maxRecord),
                memory == null ? OptionalLong.empty() : OptionalLong.of(ByteCount.parse(MEMORY, memory)),
                threads.threads(),
                json ? Style.JSON : Style.TEXT);
    }

    private static IndexRequest.MissingKeys missing(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "fail" -> IndexRequest.MissingKeys.FAIL;
            case "keep" -> IndexRequest.MissingKeys.KEEP;
            default -> throw new IllegalArgumentException("--missing must be fail or keep: " + name);
        };
    }

    private IndexRequest.Work work() {
        if (work.check) {
            return IndexRequest.Work.CHECK;
        }
        if (work.remove) {
            return IndexRequest.Work.REMOVE;
        }
        if (work.rebuild) {
            return IndexRequest.Work.REBUILD;
        }
        if (work.export != null) {
            return IndexRequest.Work.EXPORT;
        }
        return work.imported != null ? IndexRequest.Work.IMPORT : IndexRequest.Work.BUILD;
    }
}
