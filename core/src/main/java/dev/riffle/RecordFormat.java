package dev.riffle;

import dev.riffle.container.RecordContainer;
import dev.riffle.internal.Argument;
import dev.riffle.internal.frame.ContainerLayout;
import dev.riffle.internal.frame.Framing;
import dev.riffle.internal.frame.RecordLayout;
import dev.riffle.io.Compression;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A format of record files: TFRecord, OFRecord, or the format of an installed {@link RecordContainer}. Each format has
 * one object, so {@code ==} compares formats.
 *
 * @since 0.1
 */
public final class RecordFormat implements Serializable {

    /** TensorFlow's format: length, checksum of the length, payload, checksum of the payload. */
    public static final RecordFormat TFRECORD = new RecordFormat(
            "TFRECORD", "TFRecord", List.of("tfrecord", "tfrecords", "tfrec", "tfr"), Framing.TFRECORD);

    /** OneFlow's format: length, payload. It has no checksums. */
    public static final RecordFormat OFRECORD =
            new RecordFormat("OFRECORD", "OFRecord", List.of("ofrecord"), Framing.OFRECORD);

    private static final long serialVersionUID = 1L;

    private final String name;
    private final transient String title;
    private final transient List<String> endings;
    private final transient RecordLayout layout;

    private RecordFormat(String name, String title, List<String> endings, RecordLayout layout) {
        this.name = name;
        this.title = title;
        this.endings = endings;
        this.layout = layout;
    }

    /** The formats of this process, which differ only in the containers that are installed. */
    private static final class Known {

        static final List<RecordFormat> ALL = Stream.concat(
                        Stream.of(TFRECORD, OFRECORD),
                        ContainerLayout.installed().stream().map(RecordFormat::new))
                .toList();

        private Known() {}
    }

    private RecordFormat(ContainerLayout layout) {
        this(
                layout.container().name(),
                layout.container().title(),
                List.copyOf(layout.container().endings()),
                layout);
    }

    /** Returns all formats: TFRecord, OFRecord, and the formats of the installed containers. */
    public static List<RecordFormat> all() {
        // Here, a broken service causes an error that names it.
        ContainerLayout.installed();
        return Known.ALL;
    }

    /** Returns the format with this name, in any case. */
    public static Optional<RecordFormat> named(String name) {
        Argument.present(name, "name");
        return first(format -> format.name.equalsIgnoreCase(name));
    }

    /** Returns the format whose files have this ending, in any case. The ending has no period. */
    public static Optional<RecordFormat> ofEnding(String ending) {
        Argument.present(ending, "ending");
        return first(format -> format.endings.contains(ending.toLowerCase(Locale.ROOT)));
    }

    private static Optional<RecordFormat> first(Predicate<RecordFormat> wanted) {
        return all().stream().filter(wanted).findFirst();
    }

    static RecordFormat of(RecordLayout layout) {
        if (layout instanceof Framing framing) {
            return switch (framing) {
                case TFRECORD -> TFRECORD;
                case OFRECORD -> OFRECORD;
            };
        }
        return first(format -> format.layout == layout).orElseThrow();
    }

    private Object readResolve() throws InvalidObjectException {
        return named(name)
                .orElseThrow(() -> new InvalidObjectException(
                        "no format is named " + name + "; add the artifact of its container to the class path"));
    }

    RecordLayout layout() {
        return layout;
    }

    /** Returns the layout of the frames. Only for formats that are not containers. */
    Framing framing() {
        return (Framing) layout;
    }

    void checkSupports(Compression compression, String file) {
        if (!supports(compression)) {
            throw new IllegalArgumentException(file + ": " + title + " files are uncompressed"
                    + (isContainer() ? "" : " or GZIP") + ", not " + compression.name());
        }
    }

    /** Returns the name of the format in capitals, such as TFRECORD. */
    public String name() {
        return name;
    }

    /** Returns the name of the format for messages. */
    public String title() {
        return title;
    }

    /** Returns the endings of the files, in lower case and without a period. New files have the first one. */
    public List<String> endings() {
        return endings;
    }

    /** Returns whether records with a structure are TensorFlow's Examples. OFRecord files have OneFlow's messages. */
    public boolean hasExamples() {
        return this != OFRECORD;
    }

    /** Returns whether the files are containers, which a {@link RecordContainer} reads and writes. */
    public boolean isContainer() {
        return layout instanceof ContainerLayout;
    }

    /** Returns whether a reader can find the next intact record after damage. OFRecord has no checksums for this. */
    public boolean skipsDamage() {
        return layout instanceof ContainerLayout contained
                ? contained.container().skipsDamage()
                : this == TFRECORD;
    }

    /** Returns whether several readers can share an uncompressed file. No header of OFRecord proves a record. */
    public boolean isDivisible() {
        return layout instanceof ContainerLayout contained
                ? contained.container().isDivisible()
                : this == TFRECORD;
    }

    /**
     * Returns the number of bytes that an uncompressed file has for each record besides its payload. This is 0 for a
     * container, which shares such bytes between records.
     */
    public int overheadBytes() {
        return layout.overheadBytes();
    }

    /**
     * Returns whether files of this format may have a compression. TFRecord files may have any compression. OFRecord
     * files may be uncompressed, or have GZIP or a compression of the caller, but not ZLIB or SNAPPY. OneFlow supports
     * no compression, but other tools compress OFRecord files with GZIP. A container compresses its records itself.
     */
    public boolean supports(Compression compression) {
        Argument.present(compression, "compression");
        return isContainer() ? compression.isNone() : this == TFRECORD || compression.mayContainOfRecords();
    }

    /** Returns {@link #name()}. */
    @Override
    public String toString() {
        return name;
    }
}
