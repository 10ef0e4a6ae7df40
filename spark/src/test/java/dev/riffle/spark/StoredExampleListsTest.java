package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.shard.SetManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the stored schemas of records of the type ExampleListWithContext. */
class StoredExampleListsTest {

    private static final String LIST = "ExampleListWithContext";

    private static final String ROWS = "SELECT CAST(7 AS INT) AS visits, 'tea' AS query,"
            + " array(named_struct('title', 'green', 'day', DATE'2024-10-04')) AS docs";

    private static final String DDL = "visits INT,query STRING,docs ARRAY<STRUCT<title: STRING, day: DATE>>";

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private String path() {
        return folder.resolve("out").toString();
    }

    private void write(String rows, String path, SaveMode mode) {
        spark.sql(rows)
                .write()
                .format("tfrecord")
                .option("recordType", LIST)
                .option("flattenStructs", true)
                .mode(mode)
                .save(path);
    }

    private String schema(String path, String... options) {
        var reader = spark.read().format("tfrecord").option("recordType", LIST);
        for (int i = 0; i < options.length; i += 2) {
            reader = reader.option(options[i], options[i + 1]);
        }
        return reader.load(path).schema().toDDL();
    }

    @Test
    void hasTheTypesAndOrderOfTheWrite() {
        CountingFileSystem.during(() -> {
            write(ROWS, "counted:" + path(), SaveMode.ErrorIfExists);
            CountingFileSystem.clear();

            assertThat(schema("counted:" + path())).isEqualTo(DDL);
            assertThat(CountingFileSystem.opened()).containsExactly(".manifest.json");
        });

        assertThat(schema(path(), "schemaSource", "manifest", "stringsAs", "never"))
                .isEqualTo(DDL.replace("STRING", "BINARY"));
        assertThat(schema(path(), "schemaSource", "sample"))
                .isEqualTo("examples ARRAY<STRUCT<day: BIGINT, title: STRING>>,query STRING,visits BIGINT");
        assertThat(spark.read()
                        .format("tfrecord")
                        .option("recordType", LIST)
                        .load(path())
                        .collectAsList())
                .hasToString("[[7,tea,ArraySeq([green,2024-10-04])]]");
    }

    @Test
    void theFingerprintOfTheSchemaIsMissing() throws IOException {
        write(ROWS, path(), SaveMode.ErrorIfExists);

        SetManifest manifest = SetManifest.read(Path.of(path(), ".manifest.json"));

        assertThat(manifest.schema()).isEmpty();
        assertThat(manifest.columns())
                .hasToString("{visits=INT, query=STRING, docs=ARRAY<STRUCT<`title`: STRING, `day`: DATE>>}");
    }

    @Test
    void explodedExamplesHaveTheColumnsOfContextAndExample() {
        write(ROWS, path(), SaveMode.ErrorIfExists);

        assertThat(schema(path(), "schemaSource", "manifest", "explodeExamples", "true"))
                .isEqualTo("visits INT,query STRING,title STRING,day DATE");
    }

    @Test
    void aFeatureOfContextAndExampleCannotBeExploded() {
        write("SELECT 1 AS n, array(named_struct('n', 2)) AS docs", path(), SaveMode.ErrorIfExists);

        assertThatThrownBy(() -> schema(path(), "schemaSource", "manifest", "explodeExamples", "true"))
                .hasMessageEndingWith("because the context and the Examples have a feature \"n\"; set option"
                        + " explodeExamples to false, or set schemaSource to auto, sample or all");
    }

    @Test
    void namesOfExamplesThatDifferOnlyInCaseMakeItUnfit() {
        LocalSession.with("spark.sql.caseSensitive", true, () -> {
            write("SELECT array(named_struct('n', 2, 'N', 3)) AS docs", path(), SaveMode.ErrorIfExists);
            assertThat(schema(path())).isEqualTo("docs ARRAY<STRUCT<n: INT, N: INT>>");
            return true;
        });

        assertThatThrownBy(() -> schema(path(), "schemaSource", "manifest"))
                .hasMessageContaining("the names of columns differ only in case");
    }

    @Test
    void fieldsOfStructsAreFeatures() {
        write(
                "SELECT named_struct('a', 1) AS c, array(named_struct('size', named_struct('w', 3, 'h', 4))) AS docs",
                path(),
                SaveMode.ErrorIfExists);

        assertThat(schema(path(), "schemaSource", "manifest"))
                .isEqualTo("`c.a` INT,docs ARRAY<STRUCT<`size.w`: INT, `size.h`: INT>>");
    }

    @Test
    void anAppendExtendsIt() {
        write(ROWS, path(), SaveMode.ErrorIfExists);
        write(ROWS, path(), SaveMode.Append);

        assertThat(schema(path(), "schemaSource", "manifest")).isEqualTo(DDL);
    }

    @Test
    void arraysWithTwoNamesDoNotFit() {
        write(ROWS, path(), SaveMode.ErrorIfExists);
        String other = folder.resolve("other").toString();
        write(ROWS.replace("AS docs", "AS items"), other, SaveMode.ErrorIfExists);

        List<String> warnings = LoggedWarnings.during(() -> assertThat(spark.read()
                        .format("tfrecord")
                        .option("recordType", LIST)
                        .load(path(), other)
                        .schema()
                        .toDDL())
                .isEqualTo("examples ARRAY<STRUCT<day: BIGINT, title: STRING>>,query STRING,visits BIGINT"));
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains("because another manifest has other types or another array of Examples");
    }

    @Test
    void anAppendWithAnotherArrayKeepsTheManifest() throws IOException {
        write(ROWS, path(), SaveMode.ErrorIfExists);
        Path manifest = Path.of(path(), ".manifest.json");
        String before = Files.readString(manifest);

        List<String> warnings =
                LoggedWarnings.during(() -> write(ROWS.replace("AS docs", "AS items"), path(), SaveMode.Append));

        assertThat(warnings).anyMatch(warning -> warning.contains("another array of Examples"));
        assertThat(Files.readString(manifest)).isEqualTo(before);
    }

    @Test
    void aManifestWithTwoArraysDoesNotFit() throws IOException {
        write(ROWS, path(), SaveMode.ErrorIfExists);
        Path manifest = Path.of(path(), ".manifest.json");
        Files.delete(Path.of(path(), "..manifest.json.crc"));
        Files.writeString(manifest, Files.readString(manifest).replace("\"INT\"", "\"ARRAY<STRUCT<n: INT>>\""));

        assertThatThrownBy(() -> schema(path(), "schemaSource", "manifest"))
                .hasMessageContaining("because it has 2 arrays of structs, but a record has one for its Examples");
    }

    @Test
    void anotherRecordTypeNamesTheOption() {
        write(ROWS, path(), SaveMode.ErrorIfExists);

        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .option("schemaSource", "manifest")
                        .load(path()))
                .hasMessageEndingWith(
                        "because column \"docs\" is of type array<struct<title:string,day:date>>, which the"
                                + " record type Example cannot hold; set option recordType to ExampleListWithContext, or set"
                                + " schemaSource to auto, sample or all");

        String examples = folder.resolve("examples").toString();
        spark.sql("SELECT 1 AS id").write().format("tfrecord").save(examples);
        List<String> warnings = LoggedWarnings.during(() -> {
            assertThatThrownBy(() -> schema(examples)).hasMessageContaining("option recordType Example");
        });
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0))
                .endsWith("because it has no array of structs for the Examples of the record type"
                        + " ExampleListWithContext, and inferred a schema from a sample; set option recordType to"
                        + " Example, or set option schemaSource to sample");
    }

    @Test
    void aFileOfAnotherProgramMakesItStale() {
        write(ROWS, path(), SaveMode.ErrorIfExists);
        TestFiles.write(
                Path.of(path(), "part-9"), Example.builder().put("id", 1).build());

        assertThatThrownBy(() -> schema(path(), "schemaSource", "manifest"))
                .hasMessageContaining("because it does not list file:" + path() + "/part-9");
    }
}
