package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the names of sources, formats and tables in messages. */
class SourceNamesTest {

    private static final SparkSession SPARK = LocalSession.spark();

    @TempDir
    private Path folder;

    @Test
    void namesSourcesAndFormats() {
        assertThat(new TfRecordSource()).hasToString("tfrecord");
        assertThat(new TfRecordsSource()).hasToString("tfrecords");
        assertThat(new OfRecordSource()).hasToString("ofrecord");
        assertThat(new TfRecordFormat()).hasToString("TFRecord");
        assertThat(new OfRecordFormat()).hasToString("OFRecord");
    }

    @Test
    void namesTablesWithTheirPaths() {
        CaseInsensitiveStringMap path = new CaseInsensitiveStringMap(Map.of("path", folder.toString()));

        assertThat(new TfRecordsSource().getTable(path, StructType.fromDDL("id BIGINT")))
                .hasToString("tfrecords file:" + folder);
    }

    @Test
    void namesTheSourceInSparksMessages() {
        SPARK.sql("CREATE TABLE altered (id INT) USING tfrecord");
        try {
            assertThatThrownBy(() -> SPARK.sql("ALTER TABLE altered ADD COLUMNS (mass INT)"))
                    .hasMessageContaining("does not support datasource table with type tfrecord.");
        } finally {
            SPARK.sql("DROP TABLE altered");
        }
    }
}
