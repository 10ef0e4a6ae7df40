package dev.riffle.cli.terminal;

/**
 * Holds the descriptions of flags that several commands define. A flag has one meaning in all commands. A command may
 * append sentences that begin with "Here:" or "Default:".
 */
public final class FlagText {

    public static final String OUTPUT = "Writes to this file, or to standard output with -.";

    public static final String OVERWRITE = "Replaces existing files.";

    public static final String SHARDS =
            "Writes N shards, FILE-00000-of-0000N and so on. Keeps the order of the records and distributes them"
                    + " evenly.";

    public static final String AS = "Writes this kind of output.";

    public static final String FEATURES = "Sets the feature specs, on one line or as JSON.";

    public static final String FLOAT32 = "Converts 64-bit floats to 32-bit floats. With exact, a value that is not a"
            + " float32 is an error; with rounded, it is rounded. For TFRecord output.";

    public static final String INPUT_KIND = "Reads this kind of input.";

    public static final String FORMAT =
            "Sets the record format, such as tfrecord or ofrecord: of the input, or of an output"
                    + " that is not made from record files.";

    public static final String FORMAT_DETECTED = FORMAT + " Default: detected from the content.";

    public static final String COMPRESSION =
            "Compresses the output with none, gzip, zlib or snappy. OFRecord supports only none and gzip.";

    public static final String INPUT_COMPRESSION =
            "Decompresses the input with none, gzip, zlib or snappy. Default:" + " detected from the content.";

    public static final String MAX_RECORD = "Limits the memory for one record, for example to 2GB. A larger record is"
            + " an error, unless Riffle can read it in place from an uncompressed file. Default: half of the heap.";

    public static final String THREADS = "Uses N threads.";

    public static final String SKIP_DAMAGE =
            "Skips damaged records, reports them on standard error, and exits with code 1.";

    public static final String SKIP_BAD =
            "Skips records or images that are not valid, reports them on standard error, and exits with code 1.";

    public static final String PARTIAL =
            "Accepts sets with missing shards, duplicate shards, or shards of a set of another size.";

    public static final String JSON = "Prints JSON objects for programs, one on each line.";

    public static final String RAW = "Prints only the bytes of the payloads.";

    public static final String FULL =
            "Prints long values and lists completely on a terminal. Other output is always complete.";

    public static final String LIMIT = "Limits the number of records to N; -5 means -n 5.";

    public static final String FROM = "Starts at record N. The first record is 0.";

    public static final String TO = "Ends before record N. Default: the end of the input.";

    public static final String RECORD = "Reads record N. The first record is 0.";

    public static final String FEATURE = "Reads this feature of the record.";

    public static final String KEY = "Takes the key of a record from this feature, or from several: FEATURE,FEATURE.";

    public static final String MISSING = "Sets what happens to records without a key.";

    public static final String SAMPLE = "Infers the features from the first N records of each file.";

    public static final String FEATURES_FILE = "Reads the feature specs from this file.";

    public static final String MEMORY = "Limits the memory for records, for example to 512MB or 2GiB.";

    public static final String TEMP = "Writes temporary files to this directory.";

    public static final String ROW_GROUP =
            "Writes row groups of at most ROWS rows to Parquet. Default: 122880, or fewer" + " rows if they are large.";

    public static final String SEED =
            "Sets the seed of the random choice, an integer. The same seed gives the same result on every machine.";

    public static final String HOSTS = "Sets the number of hosts that read the set at the same time. Default: 1.";

    public static final String DELIMITER = "Separates CSV cells with this character; \\t is a tab.";

    public static final String LIST_SEPARATOR = "Separates several values in one CSV cell with this text.";

    public static final String DRY_RUN = "Reports the result, and writes nothing.";

    public static final String TYPE = "Sets the message type: example, sequence-example or ofrecord.";

    private FlagText() {}
}
