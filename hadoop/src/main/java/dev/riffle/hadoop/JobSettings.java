package dev.riffle.hadoop;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.SkippedRegion;
import dev.riffle.internal.Argument;
import dev.riffle.io.Compression;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.DeflateCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Reads the settings for record files from a job's configuration. Rejects invalid settings before the job starts. */
final class JobSettings {

    static final String DAMAGE = "riffle.damage";
    static final String SPLITTABLE = "riffle.splittable";
    static final String COMPRESSION = "riffle.compression";

    private JobSettings() {}

    /** Returns the damage policy, which reports skipped regions to {@code listener}. */
    static DamagePolicy damage(Configuration configuration, Consumer<SkippedRegion> listener) {
        String value = configuration.getTrimmed(DAMAGE, "fail");
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "fail" -> DamagePolicy.FAIL;
            case "skip" -> DamagePolicy.skip(listener);
            case "stop-at-torn-tail" -> DamagePolicy.STOP_AT_TORN_TAIL;
            default ->
                throw new IllegalArgumentException(
                        DAMAGE + ": expected fail, skip or stop-at-torn-tail, found " + value);
        };
    }

    /** Checks the settings for reading a job's input. */
    static void checkReading(Configuration configuration, RecordFormat format) {
        boolean skips = configuration.getTrimmed(DAMAGE, "").equalsIgnoreCase("skip");
        if (format == RecordFormat.OFRECORD && skips) {
            throw new IllegalArgumentException(
                    DAMAGE + " = skip is not supported for OFRecord, which has no checksums that prove"
                            + " where the next record begins; use fail or stop-at-torn-tail");
        }
        damage(configuration, region -> {});
        isSplittable(configuration);
    }

    /** Returns whether files may be split among tasks. */
    static boolean isSplittable(Configuration configuration) {
        String value = configuration.getTrimmed(SPLITTABLE, "true");
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(SPLITTABLE + ": expected true or false, found " + value);
        };
    }

    /**
     * Returns the compression of the output: the value of {@code riffle.compression}, or else the compression of the
     * job's codec, or else none.
     *
     * @throws IllegalArgumentException if the format does not support the compression
     */
    static Compression compression(JobContext job, RecordFormat format) {
        String value = job.getConfiguration().getTrimmed(COMPRESSION, "");
        Compression compression = value.isEmpty() ? ofCodec(job) : named(value);
        if (!format.supports(compression)) {
            throw new IllegalArgumentException("OFRecord files cannot be compressed with " + compression.name()
                    + "; set " + COMPRESSION + " to none or gzip");
        }
        return compression.name().equals(Compression.GZIP.name())
                ? Compression.GZIP.cutMembers(PartFiles.MEMBER_BYTES)
                : compression;
    }

    private static Compression named(String name) {
        try {
            return Compression.of(name);
        } catch (IllegalArgumentException e) {
            List<String> words = Compression.builtIn().stream()
                    .map(compression -> compression.name().toLowerCase(Locale.ROOT))
                    .toList();
            throw new IllegalArgumentException(
                    COMPRESSION + ": expected " + Argument.oneOf(words) + ", found " + name, e);
        }
    }

    private static Compression ofCodec(JobContext job) {
        if (!FileOutputFormat.getCompressOutput(job)) {
            return Compression.NONE;
        }
        Class<? extends CompressionCodec> codec = FileOutputFormat.getOutputCompressorClass(job, GzipCodec.class);
        if (GzipCodec.class.isAssignableFrom(codec)) {
            return Compression.GZIP;
        }
        if (SnappyCodec.class.isAssignableFrom(codec)) {
            return Compression.SNAPPY;
        }
        if (codec == DefaultCodec.class || codec == DeflateCodec.class) {
            return Compression.ZLIB;
        }
        throw new IllegalArgumentException(FileOutputFormat.COMPRESS_CODEC + " = " + codec.getName()
                + " is not supported for record files; use GzipCodec, DefaultCodec (zlib) or SnappyCodec, or set "
                + COMPRESSION);
    }
}
