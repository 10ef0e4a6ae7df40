package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.internal.Threads;
import dev.riffle.internal.frame.ReadSettings;
import dev.riffle.io.Compression;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link RecordReader}. Immutable and safe for use by several threads. Each method returns changed options
 * and leaves the original options unchanged.
 *
 * <p>{@link #defaults()} detects format and compression from the content, verifies both checksums and fails at damage.
 *
 * <pre>{@code
 * RecordReaderOptions options = RecordReaderOptions.defaults().compression(Compression.GZIP).threads(4);
 * }</pre>
 *
 * @since 0.1
 */
public final class RecordReaderOptions {

    private static final RecordReaderOptions DEFAULTS =
            new RecordReaderOptions(ReadSettings.DEFAULTS, DamagePolicy.FAIL);

    private final ReadSettings settings;
    private final DamagePolicy damage;

    private RecordReaderOptions(ReadSettings settings, DamagePolicy damage) {
        this.settings = settings;
        this.damage = damage;
    }

    private RecordReaderOptions with(ReadSettings changed) {
        return new RecordReaderOptions(changed, damage);
    }

    /** Returns options that detect format and compression, verify all checksums and fail at damage. */
    public static RecordReaderOptions defaults() {
        return DEFAULTS;
    }

    /** Returns options for this format, without detection. */
    public RecordReaderOptions format(RecordFormat format) {
        Argument.present(format, "format");
        return with(settings.with(format.layout()));
    }

    /** Returns options for this compression, without detection. */
    public RecordReaderOptions compression(Compression compression) {
        Argument.present(compression, "compression");
        return with(settings.with(compression));
    }

    /** Returns options with this damage policy. */
    public RecordReaderOptions damage(DamagePolicy damage) {
        Argument.present(damage, "damage");
        return new RecordReaderOptions(settings, damage);
    }

    /**
     * Returns options that do not verify the checksums of payloads. Use them if another program has verified the
     * source. The reader still verifies the checksum of each length, so it finds the frames reliably. It verifies all
     * checksums of a container.
     */
    public RecordReaderOptions ignorePayloadChecksums() {
        return with(settings.withoutPayloadChecksums());
    }

    /**
     * Returns options that read files through a buffer instead of a mapping. Use them for files that other programs
     * truncate. Use them also for files that must not stay mapped after {@link RecordReader#close()} on JDK 17 to 21.
     * The reader never maps a file that it follows.
     */
    public RecordReaderOptions withoutMapping() {
        return follows() ? this : with(settings.with(ReadSettings.Access.READ));
    }

    /**
     * Returns options that follow an uncompressed file while another program writes it. At the current end of the file,
     * even inside a record, {@link RecordReader#next()} returns false. A later call continues with the bytes added
     * since then. The reader does not detect the format, because the file may still be empty. The format is TFRecord,
     * unless {@link #format} sets another.
     */
    public RecordReaderOptions follow() {
        return with(settings.with(ReadSettings.Access.FOLLOW));
    }

    /**
     * Returns options with this number of threads. The default is 1: the thread of the caller. -1 means the number of
     * processors. A reader decompresses gzip members with several threads if the members state their length, such as
     * the members of {@code Gzip.cutMembers}. A rewrite of large files to a number of shards reads and writes with this
     * number of threads.
     *
     * @throws IllegalArgumentException if {@code threads} is 0 or below -1
     */
    public RecordReaderOptions threads(int threads) {
        return with(settings.withThreads(Threads.checked(threads)));
    }

    /**
     * Returns options with a limit for the payload of records that the reader must hold in memory. The default is half
     * of the maximum heap, {@link Runtime#maxMemory()}. A larger record ends reading with {@link
     * CorruptRecordException.Reason#OVER_LIMIT} under every damage policy. The record is not damaged, and no policy
     * skips it.
     *
     * <p>If the source is not mapped, such as a compressed file or a stream, the reader checks the limit at the header
     * of the record. The limit also applies to every record that the reader copies to an array, in {@link
     * RecordReader#payloadBytes()}, a for-each loop, {@link RecordReader#stream()} or a batch for a parser. On a mapped
     * file or on memory, {@link RecordReader#next()}, {@link RecordReader#payload()} and {@link RecordReader#copyTo}
     * allocate no memory for the record. They ignore the limit.
     *
     * <p>The limit bounds memory. It does not select records. The reader returns a larger record if it fits into a
     * buffer that the reader already has.
     *
     * @param bytes the size of the largest payload, at least 1, or -1 for the default
     * @throws IllegalArgumentException if {@code bytes} is 0 or below -1
     */
    public RecordReaderOptions maxRecordSize(long bytes) {
        return with(settings.withMostHeldBytes(
                Argument.positiveOrChosen(bytes, ReadSettings.DEFAULTS.mostHeldBytes(), "maxRecordSize")));
    }

    /** Returns options that skip the same damage but do not report it. Use them to read the same records again. */
    public RecordReaderOptions withoutDamageListener() {
        return damage.kind() == DamagePolicy.Kind.SKIP ? damage(damage.listener(region -> {})) : this;
    }

    /** Returns whether the reader {@linkplain #follow() follows} files. */
    public boolean follows() {
        return settings.follows();
    }

    /**
     * Returns the options that decide which records a reader returns, as text: format, compression and damage policy.
     * Empty for the defaults. A checkpoint contains this text.
     */
    public String selection() {
        return addSelection(new StringJoiner(", ")).toString();
    }

    private StringJoiner addSelection(StringJoiner text) {
        if (settings.layout() != null) {
            text.add(RecordFormat.of(settings.layout()).name());
        }
        if (settings.compression() != null) {
            text.add(settings.compression().name());
        }
        if (damage.kind() != DamagePolicy.Kind.FAIL) {
            text.add(damage.toString());
        }
        return text;
    }

    /** Returns the options that differ from the defaults, such as {@code RecordReaderOptions[GZIP, 4 threads]}. */
    @Override
    public String toString() {
        StringJoiner text = addSelection(new StringJoiner(", ", "RecordReaderOptions[", "]"));
        text.setEmptyValue("RecordReaderOptions[defaults]");
        ReadSettings defaults = ReadSettings.DEFAULTS;
        if (settings.access() != defaults.access()) {
            text.add(follows() ? "follow" : "withoutMapping");
        }
        if (!settings.verifiesPayloads()) {
            text.add("ignorePayloadChecksums");
        }
        if (threads() != defaults.threads()) {
            text.add(threads() + " threads");
        }
        if (settings.mostHeldBytes() != defaults.mostHeldBytes()) {
            text.add("maxRecordSize " + settings.mostHeldBytes());
        }
        return text.toString();
    }

    @Nullable
    Compression compression() {
        return settings.compression();
    }

    ReadSettings settings() {
        return settings;
    }

    DamagePolicy damage() {
        return damage;
    }

    /** Returns the number of threads. */
    public int threads() {
        return settings.threads();
    }
}
