package dev.riffle.spark;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.options.SessionOptions;
import dev.riffle.spark.internal.write.RecordWriterFactory;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.command.SaveAsV1TableCommand;
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Checks the plan of a query before the query runs. Rejects columns that record files cannot hold, tables of such
 * columns, and queries that overwrite files which they read.
 */
final class WriteCheck {

    /** The name of a class that Spark 4.0 lacks. That version drops the table before it creates a plan. */
    private static final String SAVE_AS_TABLE = "org.apache.spark.sql.execution.command.SaveAsV1TableCommand";

    private final SparkSession session;

    WriteCheck(SparkSession session) {
        this.session = session;
    }

    /**
     * Checks a plan and all its children.
     *
     * @throws IllegalArgumentException if files cannot hold a column, an option is invalid, or Spark would delete files
     *     before
     *     it reads them
     */
    void check(LogicalPlan plan) {
        if (plan instanceof InsertIntoHadoopFsRelationCommand insert) {
            if (insert.fileFormat() instanceof RecordFileFormat files) {
                check(files.recordFormat(), SessionOptions.asGiven(insert.options()), dataColumns(insert));
            }
            new OverwriteCheck(session).check(insert);
        } else if (plan.getClass().getName().equals(SAVE_AS_TABLE)) {
            checkSaveAsTable((SaveAsV1TableCommand) plan);
        } else {
            new CreateCheck(session).check(plan);
        }
        CollectionConverters.asJava(plan.children()).forEach(this::check);
    }

    private void check(RecordFormat format, Map<String, String> given, StructType columns) {
        RecordWriterFactory.check(session, SessionOptions.of(format, given, session), columns);
    }

    private static StructType dataColumns(InsertIntoHadoopFsRelationCommand insert) {
        List<ExprId> partitions = CollectionConverters.asJava(insert.partitionColumns()).stream()
                .map(Attribute::exprId)
                .toList();
        StructType columns = new StructType();
        for (Attribute column : CollectionConverters.asJava(insert.outputColumns())) {
            if (!partitions.contains(column.exprId())) {
                columns = columns.add(column.name(), column.dataType(), true);
            }
        }
        return columns;
    }

    /** Checks an overwriting {@code saveAsTable}, which drops the table before Spark plans the write. */
    private void checkSaveAsTable(SaveAsV1TableCommand save) {
        CatalogTable table = save.tableDesc();
        if (save.mode() != SaveMode.Overwrite) {
            return;
        }
        new OverwriteCheck(session).check(table, save.query());
        if (table.provider().isEmpty()) {
            return;
        }
        RecordFormat format = ProviderFormat.of(table.provider().get(), session);
        if (format != null) {
            List<String> partitions = CollectionConverters.asJava(table.partitionColumnNames());
            StructType columns = new StructType();
            for (StructField field : save.query().schema().fields()) {
                if (partitions.stream().noneMatch(name -> isNamed(field, name))) {
                    columns = columns.add(field);
                }
            }
            check(format, SessionOptions.asGiven(table.storage().properties()), columns);
        }
    }

    private boolean isNamed(StructField field, String name) {
        return session.sessionState().conf().caseSensitiveAnalysis()
                ? field.name().equals(name)
                : field.name().equalsIgnoreCase(name);
    }
}
