package dev.riffle.cli.output;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.file.FileEnding;
import dev.riffle.io.Compression;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Holds what the ending of an output's name says about the content of the output. A known ending decides, and a flag
 * that contradicts it is an error. The numbers of a shard do not count: {@code x.gz-00000-of-00002} ends in {@code
 * .gz}. All methods throw {@link IllegalArgumentException} with the name, the reason and a remedy.
 *
 * @param name the name as typed
 * @param ending the known ending with its period, for example {@code .tfrecord.gz}; empty for an unknown ending
 * @param format the record format; empty if the ending does not state it
 * @param text the kind of text; empty if the ending does not state it
 * @param compression the compression; empty for an unknown ending
 */
public record OutputEnding(
        String name,
        String ending,
        Optional<RecordFormat> format,
        Optional<TextKind> text,
        Optional<Compression> compression) {

    private static final String RECORD_ENDINGS =
            "Riffle writes .tfrecord and .ofrecord, also with .gz, and .tfrecord with .zlib or .snappy";

    private static final String TEXT_ENDINGS =
            "export writes .csv, .tsv and .jsonl, also with .gz, and uncompressed .npy, .npz, .arrow and .arrows";

    /** Endings of the files of NumPy and Arrow, which export writes without compression. */
    private static final Set<String> EXPORTED = Set.of("npy", "npz", "arrow", "arrows");

    private static final String PARQUET = "parquet";

    /** Endings of formats and compressions that an output of records or text cannot have. */
    private static final Set<String> UNWRITABLE = Set.of(
            "parquet", "arrow", "arrows", "feather", "avro", "orc", "npy", "npz", "h5", "hdf5", "zst", "zstd", "bz2",
            "xz", "lz4", "zip", "7z", "tar", "tgz");

    /** Returns the ending of an output of records. Rejects endings of text, and of formats that Riffle cannot write. */
    public static OutputEnding ofRecords(String name) {
        OutputEnding ending = of(name, RECORD_ENDINGS);
        if (ending.text().isPresent()) {
            throw ending.contradiction("text", "this command writes records", "'riffle export' writes text");
        }
        return ending;
    }

    /** Returns the ending of exported text. Rejects endings of records, and of formats that Riffle cannot write. */
    public static OutputEnding ofText(String name) {
        OutputEnding ending = of(name, TEXT_ENDINGS);
        ending.rejectRecords("export writes text", TEXT_ENDINGS);
        Compression compression = ending.compression().orElse(Compression.NONE);
        if (!compression.isNone() && !named(compression).equals("gzip")) {
            throw new IllegalArgumentException(
                    name + ": text cannot be compressed with " + named(compression) + "; " + TEXT_ENDINGS);
        }
        return ending;
    }

    /** Rejects a name whose ending means records or compression, for an output that is an uncompressed file of text. */
    public static void checkPlain(String name) {
        String remedy = "choose another name";
        OutputEnding ending = of(name, "this file has no compression; " + remedy);
        ending.rejectRecords("this file is not a record file", remedy);
        ending.compression().filter(compression -> !compression.isNone()).ifPresent(compression -> {
            throw ending.contradiction(named(compression), "this file has no compression", remedy);
        });
    }

    /**
     * Returns the kind of an exported file that is not text: the kind of {@code --as}, or else of the ending.
     *
     * @param typed the value of {@code --as}, if any
     * @param named finds the kind with a name, which is also its ending
     * @throws IllegalArgumentException if the ending contradicts the flag
     */
    public static <K> Optional<K> exported(String name, Optional<String> typed, Function<String, Optional<K>> named) {
        Optional<K> byFlag = typed.flatMap(named);
        Optional<K> byEnding = named.apply(FileEnding.extension(FileEnding.fileName(name)));
        if (byEnding.isPresent() && typed.isPresent() && !byFlag.equals(byEnding)) {
            throw new IllegalArgumentException(name + ": the ending means "
                    + FileEnding.extension(name).toLowerCase(Locale.ROOT) + ", but --as is " + typed.get()
                    + "; omit --as, or choose another name");
        }
        if (byFlag.isPresent() && byEnding.isEmpty()) {
            checkUnknown(name, "--as is " + typed.get());
        }
        return byFlag.isPresent() ? byFlag : byEnding;
    }

    /**
     * Rejects a name whose ending means another export, records or compression.
     *
     * @param flag the flag and its value, for example {@code --as is npz}
     */
    private static void checkUnknown(String name, String flag) {
        OutputEnding ending = of(name, TEXT_ENDINGS);
        String remedy = "omit --as, or choose another name";
        ending.text().ifPresent(text -> {
            throw ending.contradiction(text.flagValue(), flag, remedy);
        });
        ending.rejectRecords(flag, remedy);
        ending.compression().ifPresent(compression -> {
            throw ending.contradiction(named(compression), flag, remedy);
        });
    }

    private void rejectRecords(String but, String remedy) {
        if (format.isPresent()) {
            throw contradiction(format.get().title() + " records", but, remedy);
        }
    }

    private static OutputEnding of(String name, String writable) {
        if (name.equals(Terminal.DASH)) {
            return new OutputEnding(name, "", Optional.empty(), Optional.empty(), Optional.empty());
        }
        String file = FileEnding.fileName(name).toLowerCase(Locale.ROOT);
        Optional<Compression> compression = Compression.ofFileName(file);
        String inner = compression.isPresent() ? file.substring(0, file.lastIndexOf('.')) : file;
        String kind = FileEnding.extension(inner);
        if (UNWRITABLE.contains(kind)) {
            String reason = EXPORTED.contains(kind)
                    ? ": only export writes ."
                    : kind.equals(PARQUET) ? ": only convert, export and sql write ." : ": Riffle cannot write .";
            throw new IllegalArgumentException(name + reason + kind + " files; " + writable);
        }
        if (compression.isPresent() && Compression.ofEnding(kind).isPresent()) {
            throw new IllegalArgumentException(name + ": two endings mean compressions, ." + kind + " and ."
                    + FileEnding.extension(file) + "; use one of them");
        }
        Optional<RecordFormat> format = RecordFormat.ofEnding(kind);
        Optional<TextKind> text = TextKind.byExtension(kind);
        boolean known = format.isPresent() || text.isPresent();
        String ending = (known ? "." + kind : "") + (compression.isPresent() ? "." + FileEnding.extension(file) : "");
        return new OutputEnding(
                name, ending, format, text, known ? compression.or(() -> Optional.of(Compression.NONE)) : compression);
    }

    /** Returns a name without the ending of a compression: {@code a.tfrecord} for {@code a.tfrecord.gz}. */
    public static String withoutCompression(String name) {
        return Compression.ofEnding(FileEnding.extension(name).toLowerCase(Locale.ROOT))
                        .isPresent()
                ? name.substring(0, name.lastIndexOf('.'))
                : name;
    }

    /** Returns the record format of a flag, of the ending, or else TFRecord. */
    public RecordFormat formatOf(String flag, Optional<RecordFormat> typed) {
        typed.ifPresent(written -> requireFormat(
                written,
                flag + " is " + written.name().toLowerCase(Locale.ROOT),
                "omit " + flag + ", or choose another name"));
        return typed.or(this::format).orElse(RecordFormat.TFRECORD);
    }

    /** Returns the format of the ending if its files have the messages of another format, or else that format. */
    public RecordFormat formatLike(RecordFormat other) {
        return format.filter(named -> named.hasExamples() == other.hasExamples())
                .orElse(other);
    }

    /** Rejects an ending of another format than the command writes. */
    public void requireFormat(RecordFormat written, String reason, String remedy) {
        if (format.isPresent() && format.get() != written) {
            throw contradiction(format.get().title(), reason, remedy);
        }
    }

    /** Returns the kind of text of a flag, of the ending, or else JSON lines. */
    public TextKind textOf(String flag, Optional<TextKind> typed) {
        if (typed.isPresent() && text.isPresent() && typed.get() != text.get()) {
            throw contradiction(
                    text.get().flagValue(),
                    flag + " is " + typed.get().flagValue(),
                    "omit " + flag + ", or choose another name");
        }
        return typed.or(this::text).orElse(TextKind.JSON_LINES);
    }

    /** Rejects an ending of another compression than a flag sets. */
    public void checkCompression(Optional<Compression> typed) {
        typed.ifPresent(written -> {
            format.filter(RecordFormat::isContainer).ifPresent(named -> checkSupports(named, written, typed));
            requireCompression(
                    written,
                    "--compression is " + named(written),
                    "omit --compression, or choose a name "
                            + (written.isNone() ? "without compression" : "with ." + written.ending()));
        });
    }

    /** Rejects an ending of another compression than the command writes. */
    public void requireCompression(Compression written, String reason, String remedy) {
        if (compression.isPresent() && !named(compression.get()).equals(named(written))) {
            throw contradiction(
                    compression.get().isNone() ? "no compression" : named(compression.get()), reason, remedy);
        }
    }

    /**
     * Returns options with a format and a compression: that of a flag, of the ending, or else the usual one.
     *
     * @param typed the compression of a flag
     * @param usual the compression without a flag and a known ending
     */
    public RecordWriterOptions options(RecordFormat written, Optional<Compression> typed, Compression usual) {
        checkCompression(typed);
        Compression chosen = typed.or(this::compression).orElse(usual);
        checkSupports(written, chosen, typed);
        return RecordWriterOptions.defaults().format(written).compression(chosen);
    }

    private void checkSupports(RecordFormat written, Compression chosen, Optional<Compression> typed) {
        if (!written.supports(chosen)) {
            String words = written.isContainer() ? "none" : "none or gzip";
            throw new IllegalArgumentException(
                    typed.isPresent()
                            ? "--compression must be " + words + " for " + written.title() + ": " + named(chosen)
                            : name + ": " + written.title() + " files cannot be compressed with " + named(chosen)
                                    + "; choose a name " + (written.isContainer() ? "" : "with .gz, or ")
                                    + "without compression");
        }
    }

    private IllegalArgumentException contradiction(String meaning, String but, String remedy) {
        return new IllegalArgumentException(
                name + ": the ending " + ending + " means " + meaning + ", but " + but + "; " + remedy);
    }

    /** Returns the name of a compression as flags spell it. */
    public static String named(Compression compression) {
        return compression.name().toLowerCase(Locale.ROOT);
    }
}
