package dev.riffle.spark.internal.options;

/** Lists the types of the records of a file, which are the values of the option {@code recordType}. */
public enum RecordType {
    /** {@code tf.Example}, or OneFlow's OFRecord in files of that format. */
    EXAMPLE("Example"),
    /** {@code tf.SequenceExample}: features of its context, and feature lists as arrays of arrays. */
    SEQUENCE_EXAMPLE("SequenceExample"),
    /** TensorFlow Ranking's ExampleListWithContext: features of its context, and a list of Examples. */
    EXAMPLE_LIST_WITH_CONTEXT("ExampleListWithContext"),
    /** Any bytes, in one column of type binary. */
    BYTES("Bytes");

    private final String optionValue;

    RecordType(String optionValue) {
        this.optionValue = optionValue;
    }

    /** Returns the word of this type in the option. */
    public String optionValue() {
        return optionValue;
    }

    /** Returns the type of the messages that hold the features: Example for records that are lists of Examples. */
    public RecordType ofFeatures() {
        return this == EXAMPLE_LIST_WITH_CONTEXT ? EXAMPLE : this;
    }
}
