package dev.riffle;

/**
 * The two record file formats, TFRecord and OFRecord.
 *
 * @since 0.1
 */
public enum RecordFormat {
    /** TensorFlow's format: length, checksum of the length, payload, checksum of the payload. */
    TFRECORD("TFRecord"),
    /** OneFlow's format: length, payload; no checksums. */
    OFRECORD("OFRecord");

    private final String title;

    RecordFormat(String title) {
        this.title = title;
    }

    /** Returns the name of the format for messages. */
    public String title() {
        return title;
    }
}
