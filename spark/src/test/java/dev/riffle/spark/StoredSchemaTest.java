package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.example.Kind;
import dev.riffle.example.SchemaFingerprint;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests reads that take their schema from a manifest. */
class StoredSchemaTest {

    private static final String TYPED = "SELECT id, DATE'2024-10-04' AS day, CAST(id AS DECIMAL(8,2)) AS price,"
            + " 'a' AS name, array(CAST(id AS FLOAT)) AS sizes, X'61' AS bytes FROM range(0, 10, 1, 2)";

    private static final String DDL =
            "id BIGINT,day DATE,price DECIMAL(8,2),name STRING,sizes ARRAY<FLOAT>,bytes BINARY";

    private static final String SAMPLED = "bytes STRING,day BIGINT,id BIGINT,name STRING,price STRING,sizes FLOAT";

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private Path out() {
        return folder.resolve("out");
    }

    private Path manifest() {
        return out().resolve(".manifest.json");
    }

    private void write() {
        spark.sql(TYPED).write().format("tfrecord").mode(SaveMode.Overwrite).save(out().toString());
    }

    private String schema(String... options) {
        return schemaOf(out().toString(), options);
    }

    private String schemaOf(String path, String... options) {
        var reader = spark.read().format("tfrecord");
        for (int i = 0; i < options.length; i += 2) {
            reader = reader.option(options[i], options[i + 1]);
        }
        return reader.load(path).schema().toDDL();
    }

    private static String only(List<String> warnings) {
        assertThat(warnings).hasSize(1);
        return warnings.get(0);
    }

    @Test
    void plansWithoutOpeningARecordFile() {
        CountingFileSystem.during(this::checkOpenedFiles);
    }

    private void checkOpenedFiles() {
        String path = "counted:" + out();
        spark.sql(TYPED).write().format("tfrecord").save(path);

        CountingFileSystem.clear();
        Dataset<Row> selected =
                spark.read().format("tfrecord").load(path).where("id > 3").select("day", "price");
        selected.queryExecution().executedPlan();

        assertThat(selected.schema().toDDL()).isEqualTo("day DATE,price DECIMAL(8,2)");
        assertThat(CountingFileSystem.opened()).containsExactly(".manifest.json");

        CountingFileSystem.clear();
        Dataset<Row> inSql = spark.sql("SELECT count(id), sum(price) FROM tfrecord.`" + path + "`");
        inSql.queryExecution().executedPlan();
        assertThat(CountingFileSystem.opened()).containsExactly(".manifest.json");
        assertThat(inSql.collectAsList()).hasToString("[[10,45.00]]");
        assertThat(CountingFileSystem.opened())
                .filteredOn(name -> name.startsWith("part-"))
                .hasSize(2);

        CountingFileSystem.clear();
        assertThat(schemaOf(path, "schemaSource", "sample")).isEqualTo(SAMPLED);
        assertThat(CountingFileSystem.opened()).isNotEmpty().allMatch(name -> name.startsWith("part-"));
    }

    @Test
    void aMissingManifestCostsOneStatusInEachDirectory() {
        CountingFileSystem.during(this::checkMissingManifests);
    }

    private void checkMissingManifests() {
        String path = "counted:" + out();
        spark.range(0, 8, 1, 2)
                .selectExpr("id", "id % 2 AS a", "id % 4 AS b")
                .write()
                .format("tfrecord")
                .option("writeManifest", false)
                .partitionBy("a", "b")
                .save(path);

        CountingFileSystem.clear();
        assertThat(schemaOf(path)).isEqualTo("id BIGINT,a INT,b INT");

        assertThat(CountingFileSystem.status())
                .filteredOn(".manifest.json"::equals)
                .hasSize(3);
    }

    @Test
    void hasTheTypesAndOrderOfTheWrite() {
        write();

        assertThat(schema()).isEqualTo(DDL);
        assertThat(schema("schemaSource", "manifest")).isEqualTo(DDL);
        assertThat(schema("schemaSource", "sample")).isEqualTo(SAMPLED);
        assertThat(schema("schemaSource", "all")).isEqualTo(SAMPLED);
        assertThat(spark.read()
                        .format("tfrecord")
                        .load(out().toString())
                        .where("id = 9")
                        .selectExpr("id", "day", "price", "name", "sizes", "hex(bytes)")
                        .collectAsList())
                .hasToString("[[9,2024-10-04,9.00,a,ArraySeq(9.0),61]]");
    }

    @Test
    void stringsAsDecidesAboutBytes() {
        write();

        assertThat(schema("stringsAs", "never")).isEqualTo(DDL.replace("name STRING", "name BINARY"));
        assertThat(schema("stringsAs", "always")).isEqualTo(DDL.replace("BINARY", "STRING"));
    }

    @Test
    void tablesOverThePathHaveTheSchema() {
        write();
        spark.sql("CREATE TABLE stored_schema USING tfrecord LOCATION '" + out().toUri() + "'");
        try {
            assertThat(spark.table("stored_schema").schema().toDDL()).isEqualTo(DDL);
        } finally {
            spark.sql("DROP TABLE stored_schema");
        }
    }

    @Test
    void partsOfADirectoryFit() throws IOException {
        write();

        List<Path> files = parts();
        assertThat(schemaOf(files.get(0).toString())).isEqualTo(DDL);
        assertThat(schemaOf(out() + "/part-00001*")).isEqualTo(DDL);
        Files.delete(files.get(0));
        assertThat(schema()).isEqualTo(DDL);
    }

    private List<Path> parts() {
        return TestFiles.records(out()).stream()
                .filter(file -> file.getFileName().toString().startsWith("part-"))
                .toList();
    }

    @Test
    void aPartitionFitsTheManifestOfItsTable() {
        spark.sql(TYPED)
                .selectExpr("*", "id % 2 AS odd", "id % 3 AS third")
                .write()
                .format("tfrecord")
                .partitionBy("odd", "third")
                .save(out().toString());

        assertThat(schema()).isEqualTo(DDL + ",odd INT,third INT");
        assertThat(schemaOf(out() + "/odd=1")).isEqualTo(DDL + ",third INT");
        assertThat(schemaOf(out() + "/odd=1/third=2")).isEqualTo(DDL);
    }

    @Test
    void severalDirectoriesFitTogether() {
        for (int day = 1; day <= 3; day++) {
            spark.range(3)
                    .selectExpr("id", day + " AS x" + day)
                    .write()
                    .format("tfrecord")
                    .save(out() + "/day=" + day);
        }

        assertThat(schema()).isEqualTo("id BIGINT,x1 INT,x2 INT,x3 INT,day INT");
        assertThat(only(LoggedWarnings.during(() ->
                        assertThat(schema("inferFiles", "2")).isEqualTo("id BIGINT,x1 BIGINT,x2 BIGINT,day INT"))))
                .contains("/day=3/.manifest.json, because the files have more than 2 manifests");
        assertThat(schema("schemaSource", "manifest")).isEqualTo("id BIGINT,x1 INT,x2 INT,x3 INT,day INT");
    }

    @Test
    void anAddedFileMakesItStale() {
        write();
        TestFiles.write(out().resolve("part-9"), Example.builder().put("new", 1).build());

        assertStale(SAMPLED.replace("price", "new BIGINT,price"), "it does not list file:" + out() + "/part-9");
    }

    @Test
    void aFileOfAnotherSizeMakesItStale() throws IOException {
        write();
        Path first = parts().get(0);
        long before = Files.size(first);
        replace(first, TestFiles.numbered(7));

        assertStale(null, "it lists " + before + " bytes for file:" + first + ", which has " + Files.size(first));
    }

    private static void replace(Path file, Example... examples) throws IOException {
        Files.delete(file);
        Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
        TestFiles.write(file, examples);
    }

    @Test
    void aNewerFileMakesItStale() throws IOException {
        write();
        Path first = parts().get(0);
        Instant written = Files.getLastModifiedTime(manifest()).toInstant();
        Files.setLastModifiedTime(first, FileTime.from(written.plusMillis(1)));

        assertStale(SAMPLED, "file:" + first + " is newer than the manifest");

        Files.setLastModifiedTime(first, FileTime.from(written));
        assertThat(schema()).isEqualTo(DDL);
    }

    private void assertStale(String sampled, String reason) {
        AtomicReference<String> found = new AtomicReference<>();
        String warning = only(LoggedWarnings.during(() -> found.set(schema())));
        if (sampled != null) {
            assertThat(found).hasValue(sampled);
        }
        assertThat(warning)
                .isEqualTo("ignored the schema of file:" + manifest() + ", because " + reason
                        + ", and inferred a schema from a sample; write the files again to renew the manifest, or set"
                        + " option schemaSource to sample");
        assertThatThrownBy(() -> schema("schemaSource", "manifest"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option schemaSource is manifest, but no manifest fits: file:" + manifest() + ", because "
                        + reason + "; write the files again to renew the manifest, or set schemaSource to auto,"
                        + " sample or all");
        assertThat(LoggedWarnings.during(() -> schema("schemaSource", "sample")))
                .isEmpty();
    }

    @Test
    void anInvalidManifestIsIgnored() throws IOException {
        write();
        Files.delete(out().resolve("..manifest.json.crc"));
        Files.writeString(manifest(), "{}");

        assertStale(
                SAMPLED, "it cannot be read: file:" + manifest() + ": invalid manifest: kind must be \"riffle set\"");
    }

    @Test
    void aColumnThatTheRecordTypeCannotHoldMakesItUnfit() {
        spark.sql("SELECT 'a' AS speaker, array(array(1, 2), array(3)) AS words")
                .write()
                .format("tfrecord")
                .option("recordType", "SequenceExample")
                .save(out().toString());

        assertThat(schema("recordType", "SequenceExample")).isEqualTo("speaker STRING,words ARRAY<ARRAY<INT>>");
        assertThatThrownBy(() -> schema("schemaSource", "manifest"))
                .hasMessageEndingWith(".manifest.json, because column \"words\" is of type array<array<int>>, which the"
                        + " record type Example cannot hold; set option recordType to SequenceExample, or set"
                        + " schemaSource to auto, sample or all");
    }

    @Test
    void columnsWithAnotherFingerprintMakeItUnfit() throws IOException {
        write();
        Files.delete(out().resolve("..manifest.json.crc"));
        String text = Files.readString(manifest());
        Files.writeString(manifest(), text.replace("\"day\":\"DATE\"", "\"day\":\"INT\""));
        assertThat(schema()).isEqualTo(DDL.replace("DATE", "INT"));

        Files.writeString(manifest(), text.replace("\"day\":", "\"days\":"));
        String written = SetManifest.ofJson(text).schema().orElseThrow();
        String found = SchemaFingerprint.of(Map.of(
                "id",
                Kind.INT64,
                "days",
                Kind.INT64,
                "price",
                Kind.BYTES,
                "name",
                Kind.BYTES,
                "sizes",
                Kind.FLOAT,
                "bytes",
                Kind.BYTES));
        assertStale(
                SAMPLED,
                "its columns have the fingerprint " + found + ", but its schema has the fingerprint " + written);

        Files.writeString(manifest(), text.replace(written, "own-fingerprint"));
        assertThat(schema()).isEqualTo(DDL);
    }

    @Test
    void aReplacedFileOfEqualSizeAndTimeHasAnotherETag() {
        TaggedFileSystem.during(this::checkReplacedFile);
    }

    private void checkReplacedFile() {
        String path = "tagged:" + out();
        spark.range(0, 2, 1, 2)
                .selectExpr("CAST(id AS INT) AS id", "'a' AS name")
                .write()
                .format("tfrecord")
                .save(path);
        assertThat(schemaOf(path)).isEqualTo("id INT,name STRING");
        String before = tags().get(0);

        replaceFirst(Example.builder().put("id", 0).put("mane", "a").build());

        String warning =
                only(LoggedWarnings.during(() -> assertThat(schemaOf(path)).contains("mane STRING")));
        assertThat(warning)
                .contains("because it lists the ETag " + before + " for tagged:" + parts().get(0) + ", which has ")
                .endsWith("; write the files again to renew the manifest, or set option schemaSource to sample");
        assertThatThrownBy(() -> schemaOf("tagged:" + parts().get(0), "schemaSource", "manifest"))
                .hasMessageContaining("because it lists the ETag " + before);
        assertThat(schemaOf("tagged:" + parts().get(1), "schemaSource", "manifest"))
                .isEqualTo("id INT,name STRING");
    }

    /** Returns the ETags in the manifest. */
    private List<String> tags() {
        try {
            return SetManifest.read(manifest()).shards().stream()
                    .map(shard -> shard.version().orElseThrow())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the first file by a file of equal size and time. */
    private void replaceFirst(Example example) {
        try {
            Path first = parts().get(0);
            long size = Files.size(first);
            FileTime time = Files.getLastModifiedTime(first);
            replace(first, example);
            Files.setLastModifiedTime(first, time);
            assertThat(Files.size(first)).isEqualTo(size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aNewerFileWithTheSameETagFits() {
        TaggedFileSystem.during(this::checkNewerFile);
    }

    private void checkNewerFile() {
        String path = "tagged:" + out();
        spark.range(0, 4, 1, 2).selectExpr("id").write().format("tfrecord").save(path);
        try {
            Instant written = Files.getLastModifiedTime(manifest()).toInstant();
            Files.setLastModifiedTime(parts().get(0), FileTime.from(written.plusMillis(1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }

        assertThat(schemaOf(path, "schemaSource", "manifest")).isEqualTo("id BIGINT");
        spark.range(0, 1, 1, 1).write().format("tfrecord").mode(SaveMode.Append).save(path);
        assertThat(tags()).hasSize(3);
    }

    @Test
    void aFileOutsideOfTheManifestNeedsNoListingForETags() {
        TaggedFileSystem.during(this::checkFileOutside);
    }

    private void checkFileOutside() {
        String path = "tagged:" + out();
        spark.range(0, 4, 1, 2).selectExpr("id").write().format("tfrecord").save(path);
        Path other = folder.resolve("z").resolve("part-9");
        TestFiles.write(other, TestFiles.numbered(3));
        TaggedFileSystem.listed();

        String warning = only(LoggedWarnings.during(() ->
                spark.read().format("tfrecord").load(path, "tagged:" + other).schema()));

        assertThat(warning).contains("because it does not list tagged:" + other);
        assertThat(TaggedFileSystem.listed()).isEmpty();
        assertThat(schemaOf(path)).isEqualTo("id BIGINT");
        assertThat(TaggedFileSystem.listed()).hasSize(1);
    }

    @Test
    void namesTheFileWithoutAManifest() {
        write();
        Path other = folder.resolve("before").resolve("part-9");
        TestFiles.write(other, TestFiles.numbered(3));

        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .option("schemaSource", "manifest")
                        .load(out().toString(), other.toString()))
                .hasMessageContaining(
                        "no manifest fits: file:" + other.getParent() + ": no manifest with columns lists part-9;");
    }

    @Test
    void theCorruptRecordColumnMakesItUnfit() {
        spark.sql("SELECT 1 AS id, 'x' AS _corrupt_record")
                .write()
                .format("tfrecord")
                .save(out().toString());

        assertThatThrownBy(() -> schema("schemaSource", "manifest"))
                .hasMessageContaining("column \"_corrupt_record\" has the name of the corrupt-record column");
        assertThat(schema("columnNameOfCorruptRecord", "bad")).isEqualTo("id INT,_corrupt_record STRING");
    }

    @Test
    void columnsThatDifferOnlyInCaseMakeItUnfit() {
        LocalSession.with("spark.sql.caseSensitive", true, () -> {
            spark.sql("SELECT 1 AS id, 2 AS ID").write().format("tfrecord").save(out().toString());
            assertThat(schema()).isEqualTo("id INT,ID INT");
            return true;
        });

        assertThatThrownBy(() -> schema("schemaSource", "manifest"))
                .hasMessageContaining("the names of columns differ only in case; set spark.sql.caseSensitive to true");
        assertThatThrownBy(() -> schema()).hasMessageContaining("set spark.sql.caseSensitive to true");
    }

    @Test
    void aMissingManifestIsAnErrorIfItIsRequired() {
        TestFiles.write(out().resolve("part-0"), TestFiles.numbered(1));

        assertThat(LoggedWarnings.during(() -> assertThat(schema()).isEqualTo("id BIGINT,name STRING")))
                .isEmpty();
        assertThatThrownBy(() -> schema("schemaSource", "manifest"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option schemaSource is manifest, but no manifest fits: file:" + out()
                        + ": no manifest with columns lists part-0; write the files again with option writeManifest,"
                        + " or set schemaSource to auto, sample or all");
    }

    @Test
    void aSetOfShardsHasColumns() throws IOException {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("name", "STRING");
        columns.put("id", "ARRAY<BIGINT>");
        Files.createDirectories(out());
        ShardNames names = ShardNames.of(out().resolve("train.tfrecord"), 2);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names, RecordWriterOptions.defaults())) {
            for (Example example : TestFiles.numbered(4)) {
                writer.write(example.toBytes());
            }
            writer.columns(columns);
            writer.commit();
        }

        assertThat(schema()).isEqualTo("name STRING,id ARRAY<BIGINT>");
        assertThat(schemaOf(out() + "/train*")).isEqualTo("name STRING,id ARRAY<BIGINT>");

        replace(names.path(0), TestFiles.numbered(7));
        assertThat(only(LoggedWarnings.during(() -> assertThat(schema()).isEqualTo("id BIGINT,name STRING"))))
                .contains("/.train.tfrecord@2.manifest.json, because it lists ");
    }

    @Test
    void anUnknownTypeMakesItUnfit() throws IOException {
        write();
        Files.delete(out().resolve("..manifest.json.crc"));
        Files.writeString(manifest(), Files.readString(manifest()).replace("\"DATE\"", "\"CALENDAR\""));

        assertStale(SAMPLED, "Spark does not know the type of column \"day\": CALENDAR");
    }

    @Test
    void timestampsKeepTheirTypesInEverySession() {
        spark.sql("SELECT TIMESTAMP_LTZ'2024-10-04 00:00:00' AS a, TIMESTAMP_NTZ'2024-10-04 00:00:00' AS b")
                .write()
                .format("tfrecord")
                .save(out().toString());

        for (String session : List.of("TIMESTAMP_LTZ", "TIMESTAMP_NTZ")) {
            assertThat(LocalSession.with("spark.sql.timestampType", session, () -> schema()))
                    .isEqualTo("a TIMESTAMP,b TIMESTAMP_NTZ");
        }
    }

    @Test
    void theManifestListsTheFilesOfTheTasks() throws IOException {
        spark.range(0, 100, 1, 2)
                .selectExpr("id", "id % 3 AS day")
                .write()
                .format("tfrecord")
                .option("shardBytes", "300")
                .partitionBy("day")
                .save(out().toString());

        SetManifest written = SetManifest.read(manifest());
        assertThat(written.check(out())).isEmpty();
        assertThat(written.records()).isEqualTo(100);
        assertThat(written.compression()).isEqualTo("NONE");
        assertThat(written.schema()).contains(SchemaFingerprint.of(Map.of("id", Kind.INT64)));
        assertThat(written.shards())
                .extracting(shard -> out().resolve(shard.name()))
                .containsExactlyElementsOf(parts());
        assertThat(parts()).hasSizeGreaterThan(6);
    }
}
