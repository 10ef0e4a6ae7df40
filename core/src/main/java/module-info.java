/** TFRecord and OFRecord files and the Examples in them, on nothing but the JDK. */
@SuppressWarnings("module") // core is compiled before the modules that it opens its internals to
module dev.riffle {
    requires static org.jspecify;

    uses dev.riffle.container.RecordContainer;

    exports dev.riffle;
    exports dev.riffle.container;
    exports dev.riffle.dataset;
    exports dev.riffle.dataset.collate;
    exports dev.riffle.dataset.stage;
    exports dev.riffle.example;
    exports dev.riffle.filter;
    exports dev.riffle.index;
    exports dev.riffle.io;
    exports dev.riffle.parse;
    exports dev.riffle.parse.csv;
    exports dev.riffle.parse.oneflow;
    exports dev.riffle.repair;
    exports dev.riffle.rewrite;
    exports dev.riffle.scan;
    exports dev.riffle.shard;
    exports dev.riffle.shard.writer;
    exports dev.riffle.tensor;
    exports dev.riffle.typed;
    exports dev.riffle.example.internal to
            dev.riffle.arrow,
            dev.riffle.sql,
            dev.riffle.cli,
            dev.riffle.spark;
    exports dev.riffle.internal to
            dev.riffle.arrow,
            dev.riffle.sql,
            dev.riffle.formats,
            dev.riffle.cli,
            dev.riffle.hadoop,
            dev.riffle.spark;
    exports dev.riffle.internal.file to
            dev.riffle.cli;
    exports dev.riffle.io.internal.resume to
            dev.riffle.cli,
            dev.riffle.spark;
    exports dev.riffle.scan.internal to
            dev.riffle.arrow,
            dev.riffle.sql,
            dev.riffle.hadoop,
            dev.riffle.spark;
    exports dev.riffle.shard.internal to
            dev.riffle.sql;
}
