/** Reads batches of records as Arrow vectors, and writes records from Arrow vectors. */
@SuppressWarnings("module") // this module is compiled before the modules that it opens its internals to
module dev.riffle.arrow {
    requires static org.jspecify;
    requires org.apache.arrow.memory.unsafe; // Arrow finds its allocation manager in the resolved modules
    requires transitive dev.riffle;
    requires transitive org.apache.arrow.memory.core;
    requires transitive org.apache.arrow.vector;

    exports dev.riffle.arrow;
    exports dev.riffle.arrow.internal to
            dev.riffle.sql,
            dev.riffle.cli;
}
