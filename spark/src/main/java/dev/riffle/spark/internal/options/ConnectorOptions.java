package dev.riffle.spark.internal.options;

/**
 * Rejects values that spark-tensorflow-connector or spark-tfrecord accepts and Riffle does not. Riffle has their other
 * options under the same names.
 */
final class ConnectorOptions {

    private ConnectorOptions() {}

    /**
     * Checks the options of other connectors.
     *
     * @throws IllegalArgumentException if Riffle does not support a value; the message has a remedy
     */
    static void check(GivenOptions given) {
        accept(
                given,
                "writeLocality",
                "distributed",
                "Riffle writes no files to the disks of workers: save to a file system that all workers share, and"
                        + " copy the files");
        accept(
                given,
                "tensorflow.read.crc32check",
                "true",
                "Riffle verifies all checksums: to read a damaged file, set option mode to PERMISSIVE or"
                        + " DROPMALFORMED");
    }

    private static void accept(GivenOptions given, String name, String only, String remedy) {
        String value = given.text(name, only);
        if (!value.equalsIgnoreCase(only)) {
            throw new IllegalArgumentException(
                    "option " + name + ": expected " + only + ", found " + value + "; " + remedy);
        }
    }
}
