package dev.riffle.spark;

import dev.riffle.RecordFormat;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.DataSource;
import org.jspecify.annotations.Nullable;

/** Finds the format of record files that the name of a data source stands for. */
final class ProviderFormat {

    private ProviderFormat() {}

    /** Returns the format, or null if the name belongs to another data source or to none. */
    static @Nullable RecordFormat of(String provider, SparkSession session) {
        Class<?> source;
        try {
            source =
                    DataSource.lookupDataSource(provider, session.sessionState().conf());
        } catch (Exception e) { // Scala throws undeclared exceptions. Spark itself reports a missing source.
            return null;
        }
        if (!RecordSource.class.isAssignableFrom(source) && !RecordFileFormat.class.isAssignableFrom(source)) {
            return null;
        }
        try {
            Object made = source.getDeclaredConstructor().newInstance();
            return made instanceof RecordSource ours ? ours.recordFormat() : ((RecordFileFormat) made).recordFormat();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(source + " has no constructor without arguments", e);
        }
    }
}
