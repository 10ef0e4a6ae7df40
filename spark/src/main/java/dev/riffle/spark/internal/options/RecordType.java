package dev.riffle.spark.internal.options;

/** The type of the records of a file: the option {@code recordType}. */
public enum RecordType {
    /** {@code tf.Example}, or OneFlow's OFRecord in files of that format. */
    EXAMPLE("Example"),
    /** {@code tf.SequenceExample}: features of its context, and feature lists as arrays of arrays. */
    SEQUENCE_EXAMPLE("SequenceExample"),
    /** Any bytes, in one column of binaries. */
    BYTES("Bytes");

    private final String optionValue;

    RecordType(String optionValue) {
        this.optionValue = optionValue;
    }

    /** Returns the word of the option. */
    public String optionValue() {
        return optionValue;
    }
}
