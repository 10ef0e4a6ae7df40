package dev.riffle.spark.internal.read;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Function1;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Describes the column {@code _metadata}: facts about the file of a row, from the listing of the files. Takes fields
 * and values from Spark, so that they equal those of Spark's older interface.
 */
public final class FileMetadata {

    /** The name of the column. */
    public static final String NAME = FileFormat.METADATA_NAME();

    private FileMetadata() {}

    /** Returns the type of the column. */
    public static StructType type() {
        StructType type = new StructType();
        for (StructField field : CollectionConverters.asJava(FileFormat.BASE_METADATA_FIELDS())) {
            type = type.add(field.name(), field.dataType(), false);
        }
        return type;
    }

    /** Returns the values of the constant columns of a split: the partition columns, and the metadata if selected. */
    static InternalRow constants(ReadPlan plan, PartitionedFile split) {
        if (plan.metadata().isEmpty()) {
            return split.partitionValues();
        }
        InternalRow metadata = values(plan.metadata(), split);
        return new JoinedRow(split.partitionValues(), new GenericInternalRow(new Object[] {metadata}));
    }

    private static InternalRow values(StructType fields, PartitionedFile split) {
        Object[] values = new Object[fields.length()];
        for (int i = 0; i < values.length; i++) {
            Function1<PartitionedFile, Object> extractor =
                    FileFormat.BASE_METADATA_EXTRACTORS().apply(fields.fields()[i].name());
            Object value = extractor.apply(split);
            values[i] = value instanceof String text ? UTF8String.fromString(text) : value;
        }
        return new GenericInternalRow(values);
    }
}
