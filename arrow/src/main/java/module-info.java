/** Reads batches of records as Arrow vectors, and writes records from Arrow vectors. */
module dev.riffle.arrow {
    requires static org.jspecify;
    requires transitive dev.riffle;
    requires transitive org.apache.arrow.memory.core;
    requires transitive org.apache.arrow.vector;

    exports dev.riffle.arrow;
}
