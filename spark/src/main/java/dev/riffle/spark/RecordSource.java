package dev.riffle.spark;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.options.SessionOptions;
import dev.riffle.spark.internal.plan.RecordTable;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.execution.datasources.v2.FileDataSourceV2;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.collection.immutable.Seq;

/**
 * Implements a data source for one format of record files. Reads of paths use the table that this class creates. As for
 * Spark's built-in sources, tables of a catalog, SQL on files and all writes use {@link #fallbackFileFormat}.
 */
abstract class RecordSource implements FileDataSourceV2 {

    private @Nullable Table inferred;

    /** Returns the format of the files. */
    abstract RecordFormat recordFormat();

    @Override
    public Table getTable(CaseInsensitiveStringMap options) {
        return table(options, Option.empty());
    }

    @Override
    public Table getTable(CaseInsensitiveStringMap options, StructType schema) {
        return table(options, Option.apply(schema));
    }

    private Table table(CaseInsensitiveStringMap options, Option<StructType> schema) {
        Seq<String> paths = getPaths(options);
        Map<String, String> given =
                SessionOptions.withoutNulls(getOptionsWithoutPaths(options).asCaseSensitiveMap());
        return new RecordTable(
                this, recordFormat(), getTableName(options, paths), new CaseInsensitiveStringMap(given), paths, schema);
    }

    @Override
    public String toString() {
        return shortName();
    }

    // This method implements the private variable of the trait.

    @Override
    public @Nullable Table org$apache$spark$sql$execution$datasources$v2$FileDataSourceV2$$t() {
        return inferred;
    }

    @Override
    public void org$apache$spark$sql$execution$datasources$v2$FileDataSourceV2$$t_$eq(@Nullable Table table) {
        inferred = table;
    }
}
