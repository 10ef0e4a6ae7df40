package dev.riffle.sql.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.listings.Printed;
import dev.riffle.sql.RecordSql;
import dev.riffle.sql.SqlTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlRowsTest {

    @TempDir
    Path folder;

    @Test
    void run() throws IOException {
        RecordWriter.write(folder.resolve("birds.tfrecord"), records -> {
            for (String island : new String[] {"Dream", "Biscoe", "Dream"}) {
                records.write(Example.builder()
                        .put("island", island)
                        .put("mass", 3700L + island.length())
                        .build()
                        .toBytes());
            }
        });
        Files.writeString(folder.resolve("islands.csv"), "island,area\nDream,1\nBiscoe,35\n");
        Printed out = new Printed();
        // listing
        RecordSql sql = RecordSql.defaults().tables(SqlTables.in(folder)).threads(2);
        String statement = """
                SELECT island, area, count(*) AS birds, max(mass) AS heaviest
                FROM 'birds.tfrecord' JOIN 'islands.csv' USING (island)
                GROUP BY ALL ORDER BY island
                """;
        try (ArrowReader rows = sql.query(statement)) {
            while (rows.loadNextBatch()) {
                out.print(rows.getVectorSchemaRoot().contentToTSVString());
            }
        }
        sql.writeParquet("FROM 'birds.tfrecord' WHERE mass > 3705", folder.resolve("heavy.parquet"));
        StringBuilder table = new StringBuilder();
        sql.show("SELECT *, _record FROM 'birds.tfrecord'", table, 2);
        out.print(table.toString());
        // end
        assertThat(out).hasToString("""
                island\tarea\tbirds\theaviest
                Biscoe\t35\t1\t3706
                Dream\t1\t2\t3705
                island     mass  _record
                VARCHAR  BIGINT   BIGINT
                Dream      3705        0
                Biscoe     3706        1
                (the first 2 rows; there are more)
                """);
        assertThat(folder.resolve("heavy.parquet")).isNotEmptyFile();
    }
}
