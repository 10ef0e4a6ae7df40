package dev.riffle.cli.inspect;

import dev.riffle.cli.input.FilesFlags;
import dev.riffle.cli.input.PartialFlag;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code riffle index}. */
@Command(
        name = "index",
        description = {
            "Writes the index of each file beside it, so that any record is found without reading those before it.",
            "The index of NAME is .NAME.index. It has a fingerprint of its file: if the file has changed, the index is"
                    + " stale and not used. An index that is fresh already is left alone."
        })
public final class IndexCommand implements Flags {

    /** Flags of which the user may set one. */
    static final class WorkFlags {
        @Option(
                names = "--check",
                description = "Writes nothing, and tells whether each index is fresh. Exit code 1 if one is not.")
        private boolean check;

        @Option(names = "--remove", description = "Deletes the index of each file.")
        private boolean remove;

        @Option(names = "--rebuild", description = "Writes the index anew, also where it is fresh.")
        private boolean rebuild;

        @Option(
                names = "--export",
                paramLabel = "TEXT",
                description = "Writes the offsets of one file as text, a line 'offset size' for each record, as other"
                        + " loaders read it; - for standard output.")
        private @Nullable String export;

        @Option(
                names = "--import",
                paramLabel = "TEXT",
                description =
                        "Makes the index of one file of such a text, each line of which is compared with the file;"
                                + " - for standard input.")
        private @Nullable String imported;
    }

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private FilesFlags files = new FilesFlags();

    @Mixin
    private PartialFlag partial = new PartialFlag();

    @ArgGroup
    private WorkFlags work = new WorkFlags();

    @Option(
            names = "--key",
            paramLabel = "FEATURE",
            description =
                    "Also makes records findable by the value of this feature, one int64 or bytes value, for riffle"
                            + " get --key. An index has the keys of one feature; another one replaces them.")
    private @Nullable String key;

    @Option(names = "--overwrite", description = "Replaces the text of --export if it is there already.")
    private boolean overwrite;

    @Option(names = "--json", description = "Prints a JSON object for each file.")
    private boolean json;

    @Option(names = ReadFlags.MAX_RECORD, paramLabel = "SIZE", description = ReadFlags.MAX_RECORD_HELP)
    private @Nullable String maxRecord;

    @Override
    public Request request() {
        IndexRequest.Work asked = work();
        if (key != null && asked != IndexRequest.Work.BUILD && asked != IndexRequest.Work.REBUILD) {
            throw new IllegalArgumentException("--key is for building an index; leave out the other flag");
        }
        if (maxRecord != null && (work.check || work.remove || work.imported != null)) {
            throw new IllegalArgumentException(
                    ReadFlags.MAX_RECORD + " is for reading records; leave out the other flag");
        }
        if (overwrite && asked != IndexRequest.Work.EXPORT) {
            throw new IllegalArgumentException(
                    "--overwrite is for --export; an index that is not fresh is replaced anyway");
        }
        if (json && Terminal.DASH.equals(work.export)) {
            throw new IllegalArgumentException("--json has no place beside --export -: both are standard output");
        }
        OutputFiles.Existing existing = overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REFUSE;
        return new IndexRequest(
                files.files(),
                partial.sets(),
                asked,
                Optional.ofNullable(key),
                Optional.ofNullable(work.export).map(name -> new TextOutput(name, existing)),
                Optional.ofNullable(work.imported),
                ReadFlags.maxRecord(maxRecord),
                json ? Style.JSON : Style.TEXT);
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
