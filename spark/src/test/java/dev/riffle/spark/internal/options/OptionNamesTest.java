package dev.riffle.spark.internal.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.RecordFormat;
import dev.riffle.documents.Repository;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.datasources.DataSource;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.FileIndexOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionNamesTest {

    private static final Pattern ROW =
            Pattern.compile("^\\| `([\\w.]+)` \\| (.*?) \\| .*? \\| (.*) \\|$", Pattern.MULTILINE);

    private static final Pattern VALUE = Pattern.compile("`([\\w.]+)`");

    private static List<String> unknown(String... names) {
        Map<String, @Nullable String> options = new HashMap<>();
        Arrays.stream(names).forEach(name -> options.put(name, "x"));
        return RecordOptions.unknown(options);
    }

    private static RecordOptions of(String name, @Nullable String value) {
        Map<String, @Nullable String> options = new HashMap<>();
        options.put(name, value);
        return RecordOptions.of(RecordFormat.TFRECORD, options, "_corrupt_record");
    }

    @ParameterizedTest
    @CsvSource({
        "compresion, compression",
        "Compressions, compression",
        "codek, codec",
        "record_type, recordType",
        "RECORDTYPES, recordType",
        "splitable, splittable",
        "modes, mode",
        "shardByte, shardBytes",
        "inferFile, inferFiles",
        "inferRecord, inferRecords",
        "stringAs, stringsAs",
        "flattenStruct, flattenStructs",
        "columnNameOfCorruptRecords, columnNameOfCorruptRecord",
        "writeLocalty, writeLocality"
    })
    void rejectsNamesWithinTwoEditsOfAnOption(String given, String nearest) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(given, "x"))
                .withMessage("unknown option " + given + "; the nearest option of Riffle is " + nearest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"compressors", "recordKinds", "inferSchema", "header", "mergeSchema", "p", ""})
    void acceptsNamesThreeEditsAway(String name) {
        assertThat(of(name, "x")).isEqualTo(of("path", "x"));
        assertThat(unknown(name)).containsExactly(name);
    }

    @Test
    void listsUnknownNamesInOrder() {
        assertThat(unknown("sep", "path", "header", "fs.s3a.endpoint", "Header2", "mode"))
                .containsExactly("Header2", "header", "sep");
    }

    @Test
    void ignoresNamesWithoutAValue() {
        Map<String, @Nullable String> options = new HashMap<>();
        options.put("compresion", null);
        options.put("header", null);

        assertThat(of("compresion", null)).isEqualTo(of("path", "x"));
        assertThat(RecordOptions.unknown(options)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fs.s3a.endpoint", "serialization.format", "record.type", "__partition_columns", "mode.x"})
    void acceptsNamesWithADotAndInternalNames(String name) {
        assertThat(of(name, "x")).isEqualTo(of("path", "x"));
        assertThat(unknown(name)).isEmpty();
    }

    /** Returns the names that Spark's classes for files and tables define as constants. */
    static Stream<String> constantsOfSpark() throws ReflectiveOperationException {
        Stream.Builder<String> names = Stream.builder();
        for (Class<?> type : List.of(FileIndexOptions.class, FileSourceOptions.class)) {
            for (Method method : type.getMethods()) {
                if (Modifier.isStatic(method.getModifiers())
                        && method.getReturnType() == String.class
                        && method.getParameterCount() == 0) {
                    names.add((String) method.invoke(null));
                }
            }
        }
        return Stream.concat(
                names.build(),
                Stream.of(
                        DataSourceUtils.PARTITIONING_COLUMNS_KEY(),
                        DataSourceUtils.CLUSTERING_COLUMNS_KEY(),
                        DataSourceUtils.PARTITION_OVERWRITE_MODE(),
                        DataSource.GLOB_PATHS_KEY(),
                        FileFormat.OPTION_RETURNING_BATCH(),
                        TableCatalog.PROP_COLLATION,
                        TableCatalog.PROP_COMMENT,
                        TableCatalog.PROP_EXTERNAL,
                        TableCatalog.PROP_IS_MANAGED_LOCATION,
                        TableCatalog.PROP_LOCATION,
                        TableCatalog.PROP_OWNER,
                        TableCatalog.PROP_PROVIDER));
    }

    @ParameterizedTest
    @MethodSource("constantsOfSpark")
    @ValueSource(
            strings = {
                "path",
                "paths",
                "PathGlobFilter",
                "maxRecordsPerFile",
                "checkpointLocation",
                "queryName",
                "retention",
                "latestFirst",
                "maxFilesPerTrigger",
                "maxBytesPerTrigger",
                "maxFileAge",
                "maxCachedFiles",
                "discardCachedInputRatio",
                "fileNameOnly",
                "cleanSource",
                "sourceArchiveDir"
            })
    void acceptsNamesOfSpark(String name) {
        assertThat(of(name, "x")).isEqualTo(of("path", "x"));
        assertThat(unknown(name)).isEmpty();
    }

    @Test
    void agreesWithTheTableOfOptions() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/guides/spark.md"));
        String section = page.substring(page.indexOf("\n## Options\n"), page.indexOf("\n## Limits\n"));
        Set<String> documented = Pattern.compile("^\\| `(\\w+)` \\|", Pattern.MULTILINE)
                .matcher(section)
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        Set<String> names = new TreeSet<>(RecordOptions.names());
        names.removeAll(Set.of("writeLocality", "tensorflow.read.crc32check"));

        assertThat(names).isEqualTo(documented);
    }

    /** Each row has an option in the first column, its values in the second and the effect in the fourth. */
    @Test
    void agreesWithTheTableOfOtherConnectors() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/migrate/spark-connectors.md"));
        String section =
                page.substring(page.indexOf("\n## Options\n"), page.indexOf("\nThe connectors also use settings"));
        int rows = 0;
        for (MatchResult row : ROW.matcher(section).results().toList()) {
            List<String> values = new ArrayList<>(VALUE.matcher(row.group(2))
                    .results()
                    .map(value -> value.group(1))
                    .toList());
            if (row.group(1).equals("path")) {
                values = List.of("/data/animals");
            }
            assertThat(values).isNotEmpty();
            for (String value : values) {
                if (row.group(3).startsWith("same")) {
                    assertThat(of(row.group(1), value)).isNotNull();
                    assertThat(unknown(row.group(1))).isEmpty();
                } else {
                    assertThat(row.group(3)).startsWith("rejected");
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> of(row.group(1), value))
                            .withMessageContainingAll("option " + row.group(1), value, "expected");
                }
            }
            rows++;
        }
        assertThat(rows).isEqualTo(9);
    }

    @Test
    void rejectsLocalWritesOfTheTensorFlowConnector() {
        assertThat(of("writeLocality", "Distributed")).isEqualTo(of("path", "x"));
        assertThat(unknown("writelocality")).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("WriteLocality", "local"))
                .withMessage("option writeLocality: expected distributed, found local; Riffle writes no files to the"
                        + " disks of workers: save to a file system that all workers share, and copy the files");
    }

    @Test
    void rejectsReadingWithoutChecksums() {
        assertThat(of("tensorflow.read.crc32check", "true")).isEqualTo(of("path", "x"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("tensorflow.read.crc32check", "false"))
                .withMessage("option tensorflow.read.crc32check: expected true, found false; Riffle verifies all"
                        + " checksums: to read a damaged file, set option mode to PERMISSIVE or DROPMALFORMED");
    }
}
