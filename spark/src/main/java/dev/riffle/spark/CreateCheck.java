package dev.riffle.spark;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.options.SessionOptions;
import dev.riffle.spark.internal.schema.ReadableSchema;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogStorageFormat;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.command.CreateDataSourceTableCommand;
import org.apache.spark.sql.execution.command.CreateTableLikeCommand;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * Rejects a statement that creates a table with columns or options that record files cannot have. Spark would only
 * reject the first query of the table.
 */
final class CreateCheck {

    private final SparkSession session;

    CreateCheck(SparkSession session) {
        this.session = session;
    }

    /**
     * Checks a plan, without its children.
     *
     * @throws IllegalArgumentException if files cannot have a column, or if an option is invalid
     */
    void check(LogicalPlan plan) {
        if (plan instanceof CreateDataSourceTableCommand create) {
            CatalogTable table = create.table();
            if (!create.ignoreIfExists() || !exists(table.identifier())) {
                check(table.provider(), table.storage(), table.schema(), table.partitionSchema());
            }
        } else if (plan instanceof CreateTableLikeCommand create) {
            if (!create.ifNotExists() || !exists(create.targetTable())) {
                CatalogTable like = catalog().getTempViewOrPermanentTableMetadata(create.sourceTable());
                Option<String> provider = create.provider().isDefined() ? create.provider() : like.provider();
                check(provider, like.storage(), like.schema(), like.partitionSchema());
            }
        }
    }

    private SessionCatalog catalog() {
        return session.sessionState().catalog();
    }

    private boolean exists(TableIdentifier table) {
        return catalog().tableExists(table);
    }

    /**
     * Checks the columns of a table. A table without columns receives an inferred schema, which files always can have.
     */
    private void check(
            Option<String> provider, CatalogStorageFormat storage, StructType columns, StructType partitions) {
        RecordFormat format = provider.isEmpty() ? null : ProviderFormat.of(provider.get(), session);
        if (format != null) {
            SQLConf settings = session.sessionState().conf();
            ReadableSchema.check(
                    ReadableSchema.without(partitions, columns, settings),
                    SessionOptions.of(format, SessionOptions.asGiven(storage.properties()), session),
                    settings);
        }
    }
}
