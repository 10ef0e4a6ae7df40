package dev.riffle.cli.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.cli.terminal.Screen;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlCommandTest extends CommandContract {

    private static final String ALL = "SELECT * FROM 'in.tfrecord' ORDER BY id";

    private static final String LACKS_LATE =
            "late.tfrecord: record 1001 at offset \\d+: feature \"late\" has no column;"
                    + " use a larger sample \\(--sample all, RecordSql\\.sample\\), or set the columns \\(--features,"
                    + " RecordSql\\.features\\)\\R";

    @BeforeEach
    void writeRecords() throws IOException {
        Samples.examples(
                directory.resolve("in.tfrecord"),
                Example.builder()
                        .put("id", 1)
                        .put("name", "a,b")
                        .put("marks", 0.5f, 1.5f)
                        .put("raw", new byte[] {-1, 0})
                        .build(),
                Example.builder()
                        .put("id", 2)
                        .put("name", "")
                        .put("marks", new float[0])
                        .put("raw", new byte[] {65})
                        .build(),
                Example.builder().put("id", 3).build());
    }

    @Override
    public List<String> command() {
        return List.of("sql");
    }

    @Override
    public List<String> goodArguments() {
        return List.of(ALL);
    }

    @Override
    public List<String> missingFile() {
        return List.of("SELECT * FROM 'missing.tfrecord'");
    }

    @Override
    public List<String> jsonArguments() {
        return List.of(ALL, "--as", "jsonl");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void printsATableWithTypes() {
        assertThat(run(ALL).lines())
                .containsExactly(
                        "    id  marks      name     raw",
                        "BIGINT  FLOAT[]    VARCHAR  BLOB",
                        "     1  [0.5,1.5]  a,b      {\"$bytes\":\"/wA=\"}",
                        "     2  []                  A",
                        "     3  NULL       NULL     NULL");
    }

    @Test
    void writesJson() {
        String first = "{\"id\":1,\"marks\":[0.5,1.5],\"name\":\"a,b\",\"raw\":{\"$bytes\":\"/wA=\"}}";
        String second = "{\"id\":2,\"marks\":[],\"name\":\"\",\"raw\":\"A\"}";
        String third = "{\"id\":3,\"marks\":null,\"name\":null,\"raw\":null}";
        assertThat(run(ALL, "--as", "jsonl").lines()).containsExactly(first, second, third);
        assertThat(run(ALL, "--as", "json").text()).isEqualTo("[\n" + first + ",\n" + second + ",\n" + third + "\n]\n");
        assertThat(run("SELECT 1 AS n WHERE false", "--as", "json").text()).isEqualTo("[]\n");
        assertThat(run("SELECT 1 AS n WHERE false", "--as", "jsonl").text()).isEmpty();
    }

    @Test
    void writesCsvWithEmptyAndMissingCells() {
        assertThat(run("SELECT id, name, marks FROM 'in.tfrecord'", "--as", "csv")
                        .text())
                .isEqualTo("id,name,marks\n1,\"a,b\",\"[0.5,1.5]\"\n2,\"\",[]\n3,,\n");
        assertThat(run("SELECT name, id FROM 'in.tfrecord'", "--as", "tsv").text())
                .isEqualTo("name\tid\na,b\t1\n\"\"\t2\n\t3\n");
        CommandRun bytes = run("SELECT raw FROM 'in.tfrecord'", "--as", "csv", "-o", "out.csv");
        assertThat(bytes.code()).isEqualTo(1);
        assertThat(bytes.err())
                .isEqualTo("row 0, column raw: bytes that are not UTF-8 cannot be a CSV cell; use --as jsonl, or"
                        + " base64(...) in the statement\n");
        assertThat(directory.resolve("out.csv")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "arrow", "arrows", "tfrecord", "tfrecord.gz", "json", "jsonl"})
    void writesFilesWithAllValues(String ending) throws IOException {
        String file = "out." + ending;
        CommandRun written = run("SELECT id, name, marks FROM 'in.tfrecord'", "-o", file);
        assertThat(written.err()).isEmpty();
        assertThat(written.text()).isEqualTo(file + ": 3 " + (ending.startsWith("tf") ? "records" : "rows") + "\n");
        String source = file;
        if (ending.startsWith("arrow")) {
            assertThat(CommandRun.of(directory, "import", file, "-o", "back.tfrecord")
                            .code())
                    .isZero();
            source = "back.tfrecord";
        }
        assertThat(run("SELECT * FROM '" + source + "' ORDER BY id", "--as", "jsonl")
                        .lines())
                .allMatch(line -> line.contains("\"id\":"))
                .anyMatch(line -> line.contains("[0.5,1.5]"))
                .anyMatch(line -> line.contains("\"marks\":[]"))
                .anyMatch(line -> line.contains("\"name\":null"))
                .hasSize(3);
        assertThat(files()).noneMatch(name -> name.startsWith("."));
    }

    @Test
    void writesOfRecordsAndCompressedText() throws IOException {
        assertThat(run("SELECT id FROM 'in.tfrecord'", "-o", "out.ofrecord").code())
                .isZero();
        assertThat(run("SELECT sum(id) AS s FROM 'out.ofrecord'", "--as", "csv").text())
                .isEqualTo("s\n6\n");
        assertThat(run("SELECT id FROM 'in.tfrecord'", "-o", "out.csv.gz").code())
                .isZero();
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(directory.resolve("out.csv.gz")))) {
            assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("id\n1\n2\n3\n");
        }
        assertThat(run("SELECT count(*) AS n FROM 'out.csv.gz'", "--as", "csv").text())
                .isEqualTo("n\n3\n");
    }

    @Test
    void neverReplacesAFileWithoutTheFlag() throws IOException {
        for (String file : List.of("o.csv", "o.parquet", "o.arrow", "o.tfrecord")) {
            Files.writeString(directory.resolve(file), "old");
            CommandRun rejected = run(ALL, "-o", file);
            assertThat(rejected.code()).as(file).isEqualTo(2);
            assertThat(rejected.err()).endsWith(file + ": exists already; choose another name, or use --overwrite\n");
            assertThat(directory.resolve(file)).hasContent("old");
            CommandRun replaced = run("SELECT id FROM 'in.tfrecord'", "-o", file, "--overwrite");
            assertThat(replaced.err()).isEmpty();
            assertThat(Files.size(directory.resolve(file))).isGreaterThan(3);
        }
        CommandRun input = run(ALL, "-o", "in.tfrecord", "--overwrite");
        assertThat(input.code()).isEqualTo(2);
        assertThat(input.err()).startsWith("in.tfrecord: is an input, so it cannot be an output");
        assertThat(files()).containsExactlyInAnyOrder("in.tfrecord", "o.csv", "o.parquet", "o.arrow", "o.tfrecord");
    }

    @Test
    void readsSetsPatternsFoldersAndStandardInput() throws IOException {
        CommandRun.of(directory, "split", "in.tfrecord", "--shards", "2", "-o", "part");
        CommandRun.of(directory, "recompress", "in.tfrecord", "--compression", "gzip", "-o", "in.gz");
        for (String name : List.of("part@2", "part@*", "part-*", "./in.tfr*", "in.gz", "-")) {
            CommandRun run = runWith(
                    Files.readAllBytes(directory.resolve("in.tfrecord")),
                    "SELECT sum(id) AS s, count(*) AS n FROM '" + name + "'",
                    "--as",
                    "csv");
            assertThat(run.text()).as(name + run.err()).isEqualTo("s,n\n6,3\n");
        }
        assertThat(run("SELECT _record, _offset FROM 'part-00001-of-00002' LIMIT 1", "--as", "csv")
                        .text())
                .isEqualTo("_record,_offset\n0,0\n");
        Files.delete(directory.resolve("part-00001-of-00002"));
        CommandRun incomplete = run("SELECT count(*) FROM 'part@2'");
        assertThat(incomplete.code()).isEqualTo(2);
        assertThat(incomplete.err())
                .isEqualTo("part@2: missing: part-00001-of-00002; --partial accepts incomplete sets\n");
        assertThat(run("SELECT count(*) FROM 'part@2'", "--partial").code()).isZero();
    }

    @Test
    void joinsRecordsWithOtherFiles() throws IOException {
        Files.writeString(directory.resolve("labels.csv"), "id,label\n1,x\n3,z\n");
        assertThat(run(
                                "SELECT r.id, l.label FROM 'in.tfrecord' r JOIN 'labels.csv' l USING (id) ORDER BY 1",
                                "--as",
                                "jsonl")
                        .lines())
                .containsExactly("{\"id\":1,\"label\":\"x\"}", "{\"id\":3,\"label\":\"z\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP TABLE x",
                "COPY (SELECT 1) TO 'x.csv'",
                "SET threads = 1",
                "ATTACH 'x.db'",
                "INSTALL httpfs",
                "SELECT 1; SELECT 2",
                "SELECT nothing FROM 'in.tfrecord'",
                "SELEC 1",
                ""
            })
    void rejectsStatements(String statement) throws IOException {
        CommandRun run = run(statement);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("SQL").doesNotContain("Exception").doesNotContain("\tat ");
        assertThat(files()).containsExactly("in.tfrecord");
    }

    @Test
    void aBadValueIsAFinding() {
        CommandRun run = run("SELECT CAST(name AS INTEGER) FROM 'in.tfrecord'");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("SQL").contains("Could not convert string 'a,b'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "tsv"})
    void endsAfterAWholeRowBeforeAFailure(String kind) throws IOException {
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            examples.add(Example.builder().put("id", i).build());
        }
        Samples.examples(directory.resolve("long.tfrecord"), examples.toArray(Example[]::new));

        String raw = "CASE WHEN id = 4000 THEN '\\xFF'::BLOB ELSE 'z'::BLOB END AS raw";
        CommandRun run = run("SELECT id, " + raw + " FROM 'long.tfrecord' ORDER BY id", "--as", kind);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("row 4000, column raw: ");
        assertThat(run.text()).endsWith("\n");
        assertThat(run.lines()).hasSize(4001);
        assertThat(run.lines().get(4000)).startsWith("3999").endsWith("z");
    }

    @Test
    void skipsDamageOnce() throws IOException {
        byte[] bytes = Files.readAllBytes(directory.resolve("in.tfrecord"));
        bytes[bytes.length - 1] ^= 1;
        Files.write(directory.resolve("bad.tfrecord"), bytes);
        CommandRun failed = run("SELECT count(id) AS n FROM 'bad.tfrecord'");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.err())
                .contains("payload checksum does not match")
                .contains("--skip-damage skips the damage")
                .hasLineCount(1);
        CommandRun skipped = run("SELECT count(id) AS n FROM 'bad.tfrecord'", "--skip-damage", "--as", "csv");
        assertThat(skipped.text()).isEqualTo("n\n2\n");
        assertThat(skipped.code()).isEqualTo(1);
        assertThat(skipped.err()).contains("skipped").hasLineCount(1);
    }

    @Test
    void specsSetTheColumns() throws IOException {
        assertThat(run("SELECT * FROM 'in.tfrecord'", "--features", "id:int64, name:string=none", "--as", "csv")
                        .text())
                .isEqualTo("id,name\n1,\"a,b\"\n2,\"\"\n3,none\n");
        Files.writeString(directory.resolve("specs.txt"), "id:int64");
        assertThat(run("SELECT * FROM 'in.tfrecord' LIMIT 1", "--features-file", "specs.txt", "--as", "csv")
                        .text())
                .isEqualTo("id\n1\n");
        CommandRun misspelt = run("SELECT * FROM 'in.tfrecord'", "--features", "id:int64, nmae:string*", "--as", "csv");
        assertThat(misspelt.code()).isZero();
        assertThat(misspelt.err())
                .isEqualTo("note: none of the first 3 records has a feature \"nmae\"; did you mean \"name\"?\n");
        CommandRun wrong = run("SELECT 1", "--features", "id:nonsense");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).startsWith("--features: at character 4: ");
    }

    @Test
    void theSampleDecidesTheTypes() {
        CommandRun one = run("SELECT marks FROM 'in.tfrecord' LIMIT 1", "--sample", "1");
        assertThat(one.lines().get(1)).isEqualTo("FLOAT[]");
        assertThat(run("SELECT count(*) FROM 'in.tfrecord'", "--sample", "all").code())
                .isZero();
        for (String wrong : List.of("0", "-1", "many")) {
            CommandRun run = run("SELECT 1", "--sample", wrong);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).startsWith("--sample must be a positive number or all: " + wrong);
        }
    }

    /** Writes records whose feature {@code late} is not among the first 1000 records. */
    private void writeLateFeature() throws IOException {
        Example[] examples = new Example[1002];
        Arrays.setAll(examples, i -> Example.builder().put("id", i).build());
        examples[1001] = Example.builder().put("id", 1001).put("late", "x").build();
        Samples.examples(directory.resolve("late.tfrecord"), examples);
    }

    @Test
    void aTableNotesAFeatureThatTheSampleLacks() throws IOException {
        writeLateFeature();
        String last = "FROM 'late.tfrecord' ORDER BY id DESC LIMIT 1";
        CommandRun run = run(last);
        assertThat(run.lines()).containsExactly("    id", "BIGINT", "  1001");
        assertThat(run.err()).matches("note: " + LACKS_LATE);
        assertThat(run.code()).isZero();
        assertThat(run(last, "--quiet").err()).isEmpty();
        assertThat(run(last, "--sample", "all").lines()).last().isEqualTo("  1001  x");
        assertThat(run("SELECT max(id) FROM 'late.tfrecord'").err()).isEmpty();
        assertThat(run("SELECT max(late) FROM 'late.tfrecord'", "--as", "csv").text())
                .isEqualTo("max(late)\nx\n");
    }

    @Test
    void writtenRowsHaveAllFeatures() throws IOException {
        writeLateFeature();
        String last = "FROM 'late.tfrecord' ORDER BY id DESC LIMIT 1";
        assertThat(run(last, "--as", "csv").text()).isEqualTo("id,late\n1001,x\n");
        for (String output : List.of("o.csv", "o.jsonl", "o.parquet", "o.arrow", "o.tfrecord")) {
            CommandRun rejected = run(last, "--sample", "5", "-o", output);
            assertThat(rejected.err()).as(output).matches(LACKS_LATE);
            assertThat(rejected.code()).isEqualTo(1);
            assertThat(files()).containsExactly("in.tfrecord", "late.tfrecord");
        }
        for (String output : List.of("o.jsonl", "o.parquet", "o.tfrecord")) {
            assertThat(run(last, "-o", output).err()).as(output).isEmpty();
            assertThat(run("SELECT late FROM '" + output + "'", "--as", "csv").text())
                    .isEqualTo("late\nx\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "o.csv, json, 'o.csv: the ending means csv, but --as is json; omit --as, or choose another name'",
        "o.parquet.gz, , 'o.parquet.gz: parquet files cannot be compressed again; choose a name without .gz'",
        "o.txt, , 'o.txt: the ending does not state the kind of output; add --as with csv, tsv'",
        "-, xml, '--as must be csv, tsv, json, jsonl, parquet, arrow, arrows, tfrecord or ofrecord: xml'"
    })
    void rejectsContradictoryOutputs(String output, String kind, String message) {
        CommandRun run = kind == null ? run("SELECT 1", "-o", output) : run("SELECT 1", "-o", output, "--as", kind);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith(message);
    }

    @Test
    void jsonNeedsDistinctNames() {
        CommandRun run = run("SELECT id, id FROM 'in.tfrecord'", "--as", "json");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("several columns are named id; give each a name with AS\n");
        assertThat(run("SELECT id, id FROM 'in.tfrecord' LIMIT 1").code()).isZero();
    }

    private CommandRun onScreen(int columns, String... arguments) {
        List<String> words = new ArrayList<>(command());
        words.addAll(List.of(arguments));
        Screen screen = Screen.terminal("24 " + columns, Map.of("NO_COLOR", "1"));
        return CommandRun.onScreen(directory, screen, words.toArray(String[]::new));
    }

    @Test
    void aTerminalShowsTheFirstRowsAndTheirNumber() {
        List<String> lines = onScreen(80, "SELECT range AS n FROM range(1234)").lines();
        assertThat(lines).hasSize(43).startsWith("     n", "BIGINT", "     0").contains("    39");
        assertThat(lines.get(42)).isEqualTo("(1,234 rows, the first 40 shown; --full prints all)");
        assertThat(onScreen(80, "SELECT range AS n FROM range(1234)", "--full").lines())
                .hasSize(1237)
                .endsWith("  1233", "(1,234 rows)");
        assertThat(onScreen(80, "SELECT 1 AS n").lines()).endsWith("(1 row)");
        assertThat(onScreen(80, "SELECT 1 AS n WHERE false").lines()).containsExactly("n", "INTEGER", "(0 rows)");
        assertThat(run("SELECT range AS n FROM range(1234)").lines()).hasSize(1236);
    }

    @Test
    void aTerminalCutsLongValuesAndColumns() {
        assertThat(onScreen(24, "SELECT repeat('x', 100) AS a, 12345678 AS b, repeat('\u96ea', 50) AS c")
                        .lines())
                .containsExactly(
                        "a                      b",
                        "VARCHAR          INTEGER",
                        "xxxxxxxxxxxxx\u2026  12345678",
                        "(1 row; 3 columns, the first 2 shown; --full prints all)");
        assertThat(onScreen(24, "SELECT repeat('\u96ea', 50) AS c").lines().get(2))
                .isEqualTo("\u96ea".repeat(11) + "\u2026");
    }

    @Test
    void aTableEscapesControlCharacters() {
        assertThat(run("SELECT chr(27) || '[2J' || chr(10) AS \"a\tb\"").lines())
                .containsExactly("a\\u0009b", "VARCHAR", "\\u001b[2J\\u000a");
    }

    @Test
    void theTemporaryDirectoryIsEmptyAfterTheQuery() throws IOException {
        Path temporary = Files.createDirectory(directory.resolve("spill"));
        assertThat(run("SELECT count(*) FROM 'in.tfrecord' a, 'in.tfrecord' b", "--temp", "spill", "--memory", "200MB")
                        .code())
                .isZero();
        assertThat(temporary).isEmptyDirectory();
    }
}
