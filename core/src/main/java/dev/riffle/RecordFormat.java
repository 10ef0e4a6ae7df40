package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.internal.frame.Framing;
import dev.riffle.io.Compression;

/**
 * The two record file formats, TFRecord and OFRecord.
 *
 * @since 0.1
 */
public enum RecordFormat {
    /** TensorFlow's format: length, checksum of the length, payload, checksum of the payload. */
    TFRECORD("TFRecord", Framing.TFRECORD),
    /** OneFlow's format: length, payload. It has no checksums. */
    OFRECORD("OFRecord", Framing.OFRECORD);

    private final String title;
    private final Framing framing;

    RecordFormat(String title, Framing framing) {
        this.title = title;
        this.framing = framing;
    }

    void checkSupports(Compression compression, String name) {
        if (!supports(compression)) {
            throw new IllegalArgumentException(
                    name + ": OFRecord files are uncompressed or GZIP, not " + compression.name());
        }
    }

    static RecordFormat of(Framing framing) {
        return switch (framing) {
            case TFRECORD -> TFRECORD;
            case OFRECORD -> OFRECORD;
        };
    }

    Framing framing() {
        return framing;
    }

    /** Returns the name of the format for messages. */
    public String title() {
        return title;
    }

    /**
     * Returns whether files of this format may have a compression. TFRecord files may have any compression. OFRecord
     * files may be uncompressed, or have GZIP or a compression of the caller, but not ZLIB or SNAPPY. OneFlow supports
     * no compression, but other tools compress OFRecord files with GZIP.
     */
    public boolean supports(Compression compression) {
        Argument.present(compression, "compression");
        return this == TFRECORD || compression.mayContainOfRecords();
    }
}
