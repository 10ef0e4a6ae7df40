package dev.riffle.spark.internal.read;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.metric.ReadCounts;
import dev.riffle.spark.internal.options.Options;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Reads rows from files in memory. Every row is converted to Spark's binary form, as in a query. */
public final class ReadBack {

    static final String NAME = "file:/data/part-0.tfrecord";

    private static final StructType NOTHING = new StructType();

    private RecordOptions options;
    private StructType schema;
    private @Nullable StructType wanted;
    private StructType partitions = NOTHING;
    private InternalRow partitionValues = InternalRow.empty();
    private List<Filter> filters = List.of();
    private int limit = -1;
    private boolean counting;

    /** The counts of the last read. */
    ReadCounts counts = new ReadCounts();

    /** The rows that the last read returned, also when it failed. */
    final List<Row> rows = new ArrayList<>();

    int batches;

    private ReadBack(RecordOptions options, StructType schema) {
        this.options = options;
        this.schema = schema;
    }

    public static ReadBack of(StructType schema) {
        return of(schema, RecordFormat.TFRECORD, RecordType.EXAMPLE);
    }

    public static ReadBack of(StructType schema, RecordFormat format, RecordType type) {
        return new ReadBack(Options.of(format, type), schema);
    }

    public ReadBack mode(ReadMode mode) {
        options = new RecordOptions(
                options.format(),
                options.recordType(),
                options.payloadColumn(),
                mode,
                options.corruptColumn(),
                options.compression(),
                true,
                false,
                false,
                0,
                10,
                1000,
                options.stringsWhen(),
                false,
                options.schemaSource(),
                options.writesManifest());
        return this;
    }

    public ReadBack wanting(String... names) {
        StructType some = new StructType();
        for (String name : names) {
            some = some.add(schema.apply(name));
        }
        wanted = some;
        return this;
    }

    public ReadBack where(Filter... all) {
        filters = List.of(all);
        return this;
    }

    ReadBack limit(int rowsOfASplit) {
        limit = rowsOfASplit;
        return this;
    }

    ReadBack counting() {
        counting = true;
        return this;
    }

    ReadBack partitioned(StructType fields, InternalRow values) {
        partitions = fields;
        partitionValues = values;
        return this;
    }

    public List<Row> read(byte[] file) throws IOException {
        rows.clear();
        batches = 0;
        StructType columns = wanted == null ? schema : wanted;
        ReadPlan plan =
                new ReadPlan(options, schema, columns, partitions, new StructType(), true, filters, limit, counting);
        StructType shown = counting ? new StructType().add("count", "bigint") : columns.merge(partitions, true);
        UnsafeProjection projection = UnsafeProjection.create(shown);
        try (SplitBatches split =
                SplitBatches.open(plan, ByteSource.of(Bytes.ofOwned(file), NAME), 0, file.length, partitionValues)) {
            counts = split.counts();
            while (split.next()) {
                batches++;
                Iterator<InternalRow> batch = split.batch().rowIterator();
                while (batch.hasNext()) {
                    rows.add(external(projection.apply(batch.next()).copy(), shown));
                }
                split.batch().closeIfFreeable();
            }
        }
        return rows;
    }

    static Row external(InternalRow row, StructType schema) {
        return (Row)
                CatalystTypeConverters.createToScalaConverter(plain(schema)).apply(row);
    }

    public static InternalRow internal(Row row, StructType schema) {
        return (InternalRow)
                CatalystTypeConverters.createToCatalystConverter(plain(schema)).apply(row);
    }

    private static final Map<StructType, StructType> PLAIN = new ConcurrentHashMap<>();

    /**
     * Returns the schema with days and microseconds as numbers. Spark would need access to JDK internals for Java's
     * dates.
     */
    private static StructType plain(StructType schema) {
        return PLAIN.computeIfAbsent(schema, ReadBack::withoutDates);
    }

    private static StructType withoutDates(StructType schema) {
        String types = schema.json()
                .replace("\"timestamp\"", "\"long\"")
                .replace("\"timestamp_ntz\"", "\"long\"")
                .replace("\"date\"", "\"integer\"");
        return (StructType) DataType.fromJson(types);
    }

    public static byte[] file(Example... examples) throws IOException {
        return file(RecordFormat.TFRECORD, Compression.NONE, payloads(Dialect.TENSORFLOW, examples));
    }

    static List<byte[]> payloads(Dialect dialect, Example... examples) {
        List<byte[]> payloads = new ArrayList<>();
        for (Example example : examples) {
            payloads.add(example.toByteArray(dialect));
        }
        return payloads;
    }

    public static byte[] file(RecordFormat format, Compression compression, List<byte[]> payloads) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordWriterOptions options =
                RecordWriterOptions.defaults().format(format).compression(compression);
        try (RecordWriter writer = RecordWriter.create(bytes, NAME, options)) {
            for (byte[] payload : payloads) {
                writer.write(payload);
            }
            writer.commit();
        }
        return bytes.toByteArray();
    }
}
