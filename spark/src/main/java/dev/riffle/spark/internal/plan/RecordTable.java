package dev.riffle.spark.internal.plan;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.infer.SchemaInference;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.SessionOptions;
import dev.riffle.spark.internal.read.FileMetadata;
import dev.riffle.spark.internal.schema.ReadableSchema;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.v2.FileDataSourceV2;
import org.apache.spark.sql.execution.datasources.v2.FileTable;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.OptionConverters;

/** Describes the table of the files at some paths. Spark finds the files and their partitions. */
public final class RecordTable extends FileTable implements SupportsMetadataColumns {

    private final FileDataSourceV2 source;

    private final RecordFormat format;

    private final String name;

    private final Map<String, String> given;

    private final RecordOptions options;

    public RecordTable(
            FileDataSourceV2 source,
            RecordFormat format,
            String name,
            CaseInsensitiveStringMap options,
            Seq<String> paths,
            Option<StructType> userSchema) {
        super(source.sparkSession(), options, paths, userSchema);
        this.source = source;
        this.format = format;
        this.name = name;
        this.given = options.asCaseSensitiveMap();
        this.options = SessionOptions.of(format, given, source.sparkSession());
        SessionOptions.warnOfUnknown(format, given, source.sparkSession());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String formatName() {
        return format.title();
    }

    @Override
    public Option<StructType> inferSchema(Seq<FileStatus> files) {
        List<FileStatus> listed = CollectionConverters.asJava(files);
        return OptionConverters.toScala(SchemaInference.infer(source.sparkSession(), given, options, listed));
    }

    @Override
    public StructType schema() {
        StructType schema = super.schema();
        ReadableSchema.check(
                fileSchema(), options, source.sparkSession().sessionState().conf());
        return schema;
    }

    private StructType fileSchema() {
        return ReadableSchema.without(
                fileIndex().partitionSchema(),
                dataSchema(),
                source.sparkSession().sessionState().conf());
    }

    /** Returns the column {@code _metadata}. A column of the files with this name hides it. */
    @Override
    public MetadataColumn[] metadataColumns() {
        return new MetadataColumn[] {new FileMetadataColumn(FileMetadata.NAME, FileMetadata.type())};
    }

    private record FileMetadataColumn(String name, DataType dataType) implements MetadataColumn {

        @Override
        public boolean isNullable() {
            return false;
        }

        @Override
        public String comment() {
            return "facts about the file of the row";
        }
    }

    /** Accepts every type. {@link #schema} rejects types, because its message can name the column. */
    @Override
    public boolean supportsDataType(DataType type) {
        return true;
    }

    @Override
    public Class<? extends FileFormat> fallbackFileFormat() {
        return source.fallbackFileFormat();
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap ofQuery) {
        CaseInsensitiveStringMap merged = mergedOptions(ofQuery);
        return new RecordScanBuilder(
                source.sparkSession(),
                fileIndex(),
                fileSchema(),
                SessionOptions.of(format, merged, source.sparkSession()),
                SessionOptions.withoutNulls(merged.asCaseSensitiveMap()));
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        throw new UnsupportedOperationException(name + ": Spark writes files with " + fallbackFileFormat());
    }

    @Override
    public String toString() {
        return name;
    }
}
