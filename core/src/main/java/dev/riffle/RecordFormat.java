package dev.riffle;

/** The two ways to put records into a file. */
public enum RecordFormat {
    /** TensorFlow's: length, checksum of the length, payload, checksum of the payload. */
    TFRECORD("TFRecord"),
    /** OneFlow's: length, payload; no checksums. */
    OFRECORD("OFRecord");

    private final String title;

    RecordFormat(String title) {
        this.title = title;
    }

    /** The name as people write it. */
    public String title() {
        return title;
    }
}
