package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests Hadoop's cluster-wide settings for the compression of output files. */
class ClusterCompressionTest {

    private static final SparkSession SPARK = LocalSession.spark();

    private static final Configuration CLUSTER = SPARK.sparkContext().hadoopConfiguration();

    @TempDir
    private Path folder;

    @AfterEach
    void restore() {
        CLUSTER.unset(FileOutputFormat.COMPRESS);
        CLUSTER.unset(FileOutputFormat.COMPRESS_CODEC);
    }

    private static void compress(Class<? extends CompressionCodec> codec) {
        compress(codec.getName());
    }

    private static void compress(String codec) {
        CLUSTER.setBoolean(FileOutputFormat.COMPRESS, true);
        CLUSTER.set(FileOutputFormat.COMPRESS_CODEC, codec);
    }

    /** Writes two files in a format with options, and returns the endings of the names of all record files. */
    private List<String> endings(String format, String... namesAndValues) {
        DataFrameWriter<Long> writer = SPARK.range(0, 100, 1, 2).write().format(format);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            writer = writer.option(namesAndValues[i], namesAndValues[i + 1]);
        }
        String path = folder.resolve("out").toString();
        writer.mode(SaveMode.Overwrite).save(path);
        assertThat(SPARK.read().format(format).schema("id BIGINT").load(path).count())
                .isEqualTo(100);
        return TestFiles.records(folder).stream()
                .map(file -> file.toString().replaceFirst(".*-c000", ""))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "tfrecord, org.apache.hadoop.io.compress.GzipCodec, .tfrecord.gz",
        "tfrecord, org.apache.hadoop.io.compress.DefaultCodec, .tfrecord.zlib",
        "tfrecords, org.apache.hadoop.io.compress.DeflateCodec, .tfrecord.zlib",
        "ofrecord, org.apache.hadoop.io.compress.GzipCodec, .ofrecord.gz"
    })
    void compressesWithTheCodecOfTheCluster(String format, String codec, String ending) {
        compress(codec);

        assertThat(endings(format)).containsExactly(ending, ending);
        assertThat(endings(format, "codec", "")).containsExactly(ending, ending);
    }

    @Test
    void compressesWithTheDefaultCodecOfHadoop() {
        CLUSTER.setBoolean(FileOutputFormat.COMPRESS, true);

        assertThat(endings("tfrecord")).containsExactly(".tfrecord.zlib", ".tfrecord.zlib");
    }

    @Test
    void compressesWithTheCodecOfASession() {
        assertThat(LocalSession.<List<String>>with(
                        FileOutputFormat.COMPRESS,
                        true,
                        () -> LocalSession.with(
                                FileOutputFormat.COMPRESS_CODEC, GzipCodec.class.getName(), () -> endings("tfrecord"))))
                .containsExactly(".tfrecord.gz", ".tfrecord.gz");
    }

    @Test
    void ignoresTheCodecIfTheClusterDoesNotCompress() {
        compress(GzipCodec.class);
        CLUSTER.setBoolean(FileOutputFormat.COMPRESS, false);

        assertThat(endings("tfrecord")).containsExactly(".tfrecord", ".tfrecord");
    }

    @Test
    void prefersTheOptionsOfTheQuery() {
        compress(GzipCodec.class);

        assertThat(endings("tfrecord", "compression", "none")).containsExactly(".tfrecord", ".tfrecord");
        assertThat(endings("tfrecord", "codec", "DefaultCodec")).containsExactly(".tfrecord.zlib", ".tfrecord.zlib");

        compress(SnappyCodec.class);

        assertThat(LoggedWarnings.during(() -> assertThat(endings("tfrecord", "Compression", "snappy"))
                        .containsExactly(".tfrecord.snappy", ".tfrecord.snappy")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "tfrecord, org.apache.hadoop.io.compress.SnappyCodec",
        "tfrecord, org.apache.hadoop.io.compress.BZip2Codec",
        "tfrecord, com.example.GzipCodec",
        "ofrecord, org.apache.hadoop.io.compress.DefaultCodec"
    })
    void warnsOnceOfAnotherCodecAndWritesUncompressedFiles(String format, String codec) {
        compress(codec);

        assertThat(LoggedWarnings.during(() -> assertThat(endings(format)).containsExactly("." + format, "." + format)))
                .containsExactly(
                        "the query writes uncompressed " + (format.equals("ofrecord") ? "OFRecord" : "TFRecord")
                                + " files, because they cannot have the compression of"
                                + " mapreduce.output.fileoutputformat.compress.codec = " + codec
                                + "; set option compression to none"
                                + (format.equals("ofrecord") ? " or gzip" : ", gzip, zlib or snappy"));
    }

    @Test
    void compressesTablesAndPartitions() {
        compress(DefaultCodec.class);
        String path = folder.resolve("table").toString();

        SPARK.sql("CREATE TABLE squeezed USING tfrecord PARTITIONED BY (odd) LOCATION '" + path
                + "' AS SELECT id, id % 2 AS odd FROM range(10)");
        try {
            assertThat(TestFiles.records(folder))
                    .isNotEmpty()
                    .allMatch(file -> file.toString().endsWith(".tfrecord.zlib"));
            assertThat(SPARK.table("squeezed").count()).isEqualTo(10);
        } finally {
            SPARK.sql("DROP TABLE squeezed");
        }
    }
}
