package dev.riffle.spark.internal.options;

import dev.riffle.RecordFormat;
import dev.riffle.io.Compression;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.spark.SparkContext;

/**
 * Applies the compression of output files that a cluster sets for all its Hadoop jobs. spark-tensorflow-connector and
 * spark-tfrecord use these settings, too.
 */
final class ClusterCompression {

    private ClusterCompression() {}

    /**
     * Returns the options of a write, with the compression of the cluster unless the options contain a compression.
     * Logs a warning if files of the format cannot have the cluster's compression.
     */
    static Map<String, String> addTo(
            Map<String, String> options, RecordFormat ofSource, Configuration cluster, SparkContext context) {
        GivenOptions given = new GivenOptions(options);
        RecordFormat format = RecordOptions.format(ofSource, given);
        boolean chosen = given.textOrNull("compression") != null
                || !given.text("codec", "").isEmpty();
        if (chosen || !cluster.getBoolean(FileOutputFormat.COMPRESS, false)) {
            return options;
        }
        String codec = cluster.getTrimmed(FileOutputFormat.COMPRESS_CODEC, DefaultCodec.class.getName());
        Compression compression = WrittenCompression.ofHadoop(codec);
        if (compression == null || !format.supports(compression)) {
            QueryWarnings.warn(
                    context,
                    "the query writes uncompressed " + format.title() + " files, because they cannot have the"
                            + " compression of " + FileOutputFormat.COMPRESS_CODEC + " = " + codec
                            + "; set option compression to " + WrittenCompression.words(format));
            return options;
        }
        Map<String, String> complete = new HashMap<>(options);
        complete.put("compression", WrittenCompression.word(compression));
        return complete;
    }
}
