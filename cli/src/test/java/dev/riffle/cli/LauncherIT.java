package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the packaged command: the unpacked archive and its launcher. */
class LauncherIT {

    @TempDir
    static Path unpacked;

    /**
     * The directory of the unpacked archive that most tests share. Only the first command writes the class data
     * archive.
     */
    private static Path sharedHome = Path.of("");

    @TempDir
    Path directory;

    private Path home = sharedHome;

    @BeforeAll
    static void unpack() throws IOException {
        sharedHome = unpack(Files.createDirectory(unpacked.resolve("two words")));
    }

    private static Path unpack(Path directory) throws IOException {
        try (ZipFile zip = new ZipFile(archive(".zip").toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                Path target = directory.resolve(entry.getName()).normalize();
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, target);
                    }
                }
            }
        }
        Path home;
        try (Stream<Path> top = Files.list(directory)) {
            home = top.toList().get(0);
        }
        Files.setPosixFilePermissions(home.resolve("bin/riffle"), PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }

    private static Path archive(String ending) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("riffle-[0-9].*(?<!-sql)" + ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private CommandRun riffle(Map<String, String> environment, String... arguments) throws IOException {
        Map<String, String> all = new HashMap<>(environment);
        all.putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        return Script.run(
                directory,
                all,
                Stream.concat(Stream.of(home.resolve("bin/riffle").toString()), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private Path sharedClasses() throws IOException {
        try (Stream<Path> archives = Files.list(home.resolve("cds"))) {
            List<Path> all = archives.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    @Test
    void archiveContainsAllFiles() throws IOException {
        assertThat(home.getFileName().toString()).startsWith("riffle-");
        for (String file : List.of("LICENSE", "README.md", "samples/penguins.csv", "samples/README.md", "bin/riffle")) {
            assertThat(home.resolve(file)).exists();
        }
        for (String plugin : List.of("imageio-webp", "imageio-core")) {
            assertThat(home.resolve("lib"))
                    .isDirectoryContaining(path -> path.getFileName().toString().startsWith(plugin));
        }
        CommandRun tar = Script.run(
                Path.of("target"),
                Map.of(),
                "tar",
                "tzvf",
                archive(".tar.gz").getFileName().toString());
        assertThat(tar.lines()).anyMatch(line -> line.startsWith("-rwxr-xr-x") && line.endsWith("/bin/riffle"));
    }

    @Test
    void runsCommandsWithSharedClasses() throws IOException {
        assertThat(riffle(Map.of(), "--version").text()).startsWith("riffle ");
        assertThat(Files.size(sharedClasses())).isPositive();
        CommandRun imported =
                riffle(Map.of(), "import", home.resolve("samples/penguins.csv").toString(), "-o", "p");
        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(riffle(Map.of(), "count", "p").text()).isEqualTo("344\n");
        assertThat(riffle(Map.of(), "count", "q").code()).isEqualTo(2);
        assertThat(riffle(Map.of("RIFFLE_JAVA_OPTIONS", "-Xmx64m -Dx=y"), "verify", "p")
                        .code())
                .isZero();
    }

    @Test
    void printingRecordsLoadsNoImageClasses() throws IOException {
        riffle(Map.of(), "import", home.resolve("samples/penguins.csv").toString(), "-o", "p");
        for (String command : List.of("head", "count", "verify", "info")) {
            CommandRun run = riffle(Map.of("RIFFLE_JAVA_OPTIONS", "-Xlog:class+load:stderr"), command, "p");
            assertThat(run.err())
                    .contains("dev.riffle.cli.Main")
                    .doesNotContain(
                            " java.awt.", " javax.imageio.", "sun.awt.", "twelvemonkeys", "riffle.formats.image");
        }
    }

    @Test
    void importsAndExtractsImages() throws IOException {
        Files.createDirectories(directory.resolve("in/cup"));
        Path photograph = Samples.photograph(home.resolve("samples"), "coffee.jpg");
        Files.copy(photograph, directory.resolve("in/cup/coffee.jpg"));
        CommandRun made = riffle(Map.of(), "images", "in", "-o", "p");
        assertThat(made.err()).isEmpty();
        assertThat(made.text()).isEqualTo("labels: 0 cup\np: 1 record\n");
        CommandRun shown = riffle(Map.of(), "show", "p", "--protocol", "blocks", "--width", "10");
        assertThat(shown.err()).isEmpty();
        assertThat(shown.lines()).hasSize(5);
        assertThat(riffle(Map.of(), "images", "--extract", "p", "-o", "out").code())
                .isZero();
        assertThat(directory.resolve("out/cup/coffee.jpg")).hasSameBinaryContentAs(photograph);
    }

    @Test
    void runsWithoutSharedClasses() throws IOException {
        home = unpack(directory);
        riffle(Map.of(), "--version");
        Path archive = sharedClasses();
        for (byte[] broken : new byte[][] {{}, {1, 2, 3}}) {
            Files.delete(archive);
            Files.write(archive, broken);
            CommandRun run = riffle(Map.of(), "--version");
            assertThat(run.text()).startsWith("riffle ");
            assertThat(run.err()).isEmpty();
            assertThat(run.code()).isZero();
        }
    }

    @Test
    void endsSilentlyOnAClosedPipe() throws IOException {
        riffle(Map.of(), "import", home.resolve("samples/penguins.csv").toString(), "-o", "p");
        CommandRun run = riffleInShell("\"$0\" cat p p p p p p p p p | head -n 1; echo ${PIPESTATUS[0]}");
        assertThat(run.text()).isEqualTo("# p: record 0, 183 bytes\n0\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void leavesNoFileWhenStopped() throws IOException {
        CommandRun run = riffleInShell("""
                mkdir work spool; cd work; mkfifo pipe; sleep 3600 > pipe & holder=$!
                export RIFFLE_JAVA_OPTIONS='-Djava.io.tmpdir=../spool -Driffle.stop.millis=3600000'
                "$0" export - --as jsonl -o out < pipe 2>> ../errors & reading=$!
                "$0" import - -o out < pipe 2>> ../errors & spooling=$!
                while kill -0 $reading && kill -0 $spooling; do
                  if ls -A ../spool | grep -qv lock && ls -A | grep -q tmp; then break; fi
                  sleep 0.1
                done
                ls -A ../spool . | grep -v lock | grep -c -e tmp -e input
                kill -TERM $reading $spooling; wait $reading; wait $spooling; kill $holder
                ls -A ../spool .
                """);
        assertThat(run.lines().get(0)).isEqualTo("2");
        assertThat(directory.resolve("errors")).hasContent("riffle: stopped\nriffle: stopped\n");
        assertThat(run.text()).contains("pipe").doesNotContain("tmp").doesNotContain("input");
    }

    @Test
    void printsNonAsciiFileNamesWithoutALocale() throws IOException {
        CommandRun run = riffleInShell("printf 'a\\n1\\n' > t\u00e4.csv\n"
                + "env -i JAVA_HOME=\"$JAVA_HOME\" PATH=\"$PATH\" \"$0\" import t\u00e4.csv -o \u96ea\n"
                + "env -i JAVA_HOME=\"$JAVA_HOME\" PATH=\"$PATH\" LANG=C \"$0\" count \u96ea");
        assertThat(run.err()).isEmpty();
        assertThat(run.text()).isEqualTo("types: a:int64\n\u96ea: 1 record\n1\n");
    }

    /** Uses locales that this system does not have or that are not UTF-8, as ssh brings them from another system. */
    @Test
    void fileNamesAreUtf8InEveryLocale() throws IOException {
        riffle(Map.of(), "import", home.resolve("samples/penguins.csv").toString(), "-o", "\u96ea\u00e4");
        for (String variable : List.of(
                "LANG=en_US.UTF-8",
                "LC_CTYPE=UTF-8",
                "LC_ALL=xx_YY.UTF-8",
                "LC_ALL=de_DE.ISO-8859-1",
                "LC_ALL=C",
                "LC_ALL=POSIX")) {
            CommandRun run = riffleInShell(
                    "env -u LC_ALL -u LC_CTYPE -u LANG " + variable + " \"$0\" count '\u96ea*' \u96ea\u00e4 2>&1");
            assertThat(run.text()).as(variable).isEqualTo("344 \u96ea\u00e4\n344 \u96ea\u00e4\n688 total\n");
        }
    }

    @Test
    void reportsNamesThatAreNotUtf8() throws IOException {
        riffle(Map.of(), "import", home.resolve("samples/penguins.csv").toString(), "-o", "p");
        CommandRun run = riffleInShell("name=$(printf 'caf\\351'); cp p \"$name\"; \"$0\" count \"$name\"; echo $?;"
                + " \"$0\" merge p -o \"$name.out\"; echo $?; \"$0\" count - < \"$name\"; ls | wc -l");
        assertThat(run.err().lines())
                .containsExactly(
                        "caf\ufffd: not a UTF-8 file name; rename the file, or use standard input or output (-)",
                        "caf\ufffd.out: not a UTF-8 file name; rename the file, or use standard input or output (-)");
        assertThat(run.text()).isEqualTo("2\n2\n344\n2\n");
    }

    @Test
    void aClosedStandardInputIsWrongUse() throws IOException {
        riffle(Map.of(), "import", home.resolve("samples/penguins.csv").toString(), "-o", "p");
        for (String command : List.of(
                "count -",
                "cat -",
                "import - -o out",
                "merge - -o out",
                "message read -",
                "message write out",
                "index p --import -")) {
            CommandRun run = riffleInShell("\"$0\" " + command + " <&-; echo $?");
            assertThat(run.text()).as(command).isEqualTo("2\n");
            assertThat(run.err())
                    .isEqualTo("standard input: closed; redirect a file or a pipe to it, or name a file\n");
        }
        assertThat(directory.resolve("out")).doesNotExist();
        assertThat(riffleInShell("\"$0\" count p <&-").text()).isEqualTo("344\n");
    }

    /**
     * Stops the first start, which writes the archive of classes before it runs the command. The JDK of this test never
     * completes the archive.
     */
    @Test
    void stopsWhileItWritesTheArchive() throws IOException {
        home = unpack(directory);
        Path jdk = Files.createDirectories(directory.resolve("jdk/bin")).getParent();
        Files.copy(Path.of(System.getProperty("java.home"), "release"), jdk.resolve("release"));
        Path java = Files.writeString(jdk.resolve("bin/java"), """
                #!/bin/sh
                for word; do
                  case $word in -XX:DumpLoadedClassList=*) echo begun > "${word#*=}"; exec sleep 60 ;; esac
                done
                """);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        CommandRun run = riffleInShell("JAVA_HOME=jdk \"$0\" count none & pid=$!; cds=$(dirname \"$0\")/../cds;"
                + " until [ -s \"$(echo \"$cds\"/draft-*/classes)\" ]; do sleep 0.01; done;"
                + " kill -TERM $pid; wait $pid; echo $?; ls -A \"$cds\"");
        assertThat(run.err()).isEqualTo("riffle: stopped\n");
        assertThat(run.text()).isEqualTo("143\n");
    }

    /** Returns the words with which the launcher starts a JDK of this version. */
    private List<String> started(String version, String command) throws IOException {
        Path jdk = Files.createDirectories(directory.resolve("jdk-" + version + "/bin"));
        Path java = Files.writeString(jdk.resolve("java"), "#!/bin/sh\nfor word; do echo \"$word\"; done\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(jdk.resolveSibling("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return riffle(Map.of("JAVA_HOME", jdk.getParent().toString()), command, "a b")
                .lines();
    }

    /** The work of every other command can grow with its input, so it needs the second compiler. */
    @Test
    void onlyCommandsWithShortWorkStartWithoutTheSecondCompiler() throws IOException {
        List<String> without = new ArrayList<>();
        for (String command : HelpTopic.commands()) {
            if (started("17.0.2", command).contains("-XX:TieredStopAtLevel=1")) {
                without.add(command);
            }
        }
        assertThat(without)
                .containsExactlyInAnyOrder("version", "help", "completion", "plan", "message", "tensor", "show");
    }

    @Test
    void flagsMayComeBeforeTheCommand() throws IOException {
        for (String flags : List.of("--color=never", "--color never")) {
            riffle(Map.of(), "import", home.resolve("samples/penguins.csv").toString(), "-o", "p");
            CommandRun run = riffleInShell("\"$0\" " + flags + " export p --as arrow -o p.arrow --overwrite");
            assertThat(run.code()).as(run.err()).isZero();
        }
    }

    @Test
    void onlySomeCommandsGetTheJarsOfArrow() throws IOException {
        String field = "--add-opens=java.base/java.nio=ALL-UNNAMED";
        Path lib = home.resolve("lib");
        for (String command : List.of("sql", "export", "import", "convert")) {
            List<String> words = started("17.0.2", command);
            String path = words.get(words.indexOf("-cp") + 1);
            assertThat(path.split(":"))
                    .startsWith(lib + "/aircompressor-2.0.3.jar")
                    .anyMatch(jar -> jar.startsWith(lib + "/arrow/arrow-vector-"))
                    .allMatch(jar -> Files.isRegularFile(Path.of(jar)));
            assertThat(words)
                    .contains(field, "-Driffle.home=" + home)
                    .endsWith("dev.riffle.cli.Main", command, "a b")
                    .noneMatch(word -> word.startsWith("--enable-native") || word.startsWith("--sun-misc"));
            assertThat(started("25", command))
                    .contains(
                            path, field, "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
        }
        for (String command : List.of("head", "count", "demo", "version")) {
            assertThat(started("25", command))
                    .endsWith("dev.riffle.cli.Main", command, "a b")
                    .noneMatch(word -> word.contains("/lib/arrow/") || word.startsWith("--"));
        }
    }

    @Test
    void commandsWithoutArrowRunWithoutItsJars() throws IOException {
        home = unpack(Files.createDirectory(directory.resolve("a b")));
        Files.move(home.resolve("lib/arrow"), directory.resolve("arrow"));
        for (String command :
                List.of("import - -o p", "export p --as csv", "export p --as npz -c a", "convert p -o q")) {
            CommandRun run = riffleInShell("printf 'a\\n1\\n' | \"$0\" " + command + " | wc -l; exit ${PIPESTATUS[1]}");
            assertThat(run.code()).as(command + run.err()).isZero();
        }
        assertThat(directory.resolve("q")).exists();
    }

    /** The archive of this test has no DuckDB. The directory of {@code ./riffle} has it. */
    @Test
    void runsSqlOnlyWithDuckDb() throws IOException {
        riffle(Map.of(), "import", home.resolve("samples/penguins.csv").toString(), "-o", "p");
        String query = "SELECT count(*) AS n FROM 'p'";
        CommandRun missing = riffle(Map.of(), "sql", query);
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.out()).isEmpty();
        assertThat(missing.err())
                .startsWith(
                        "riffle sql needs DuckDB, which this installation does not have; install the archive riffle-")
                .endsWith(" into " + home.resolve("lib/sql") + "\n")
                .hasLineCount(1);

        Path jar;
        try (Stream<Path> jars = Files.list(Path.of("target/home/lib/sql"))) {
            jar = jars.toList().get(0).toAbsolutePath();
        }
        home = unpack(Files.createDirectory(directory.resolve("a b")));
        Files.copy(jar, Files.createDirectory(home.resolve("lib/sql")).resolve(jar.getFileName()));
        CommandRun run = riffle(Map.of(), "sql", query, "--as", "csv");
        assertThat(run.err()).isEmpty();
        assertThat(run.text()).isEqualTo("n\n344\n");
    }

    @Test
    void stopsAQueryWithoutRowsAndRemovesItsFiles() throws IOException {
        home = Path.of("target/home").toAbsolutePath();
        CommandRun run = riffleInShell("""
                mkdir tmp; export RIFFLE_JAVA_OPTIONS='-Djava.io.tmpdir=tmp -Driffle.stop.millis=3600000'
                "$0" sql 'SELECT count(*) FROM range(4000000000000)' -o out.parquet & pid=$!
                until ls -A | grep -q 'out.parquet.*tmp'; do sleep 0.1; done
                kill -TERM $pid; wait $pid; echo $?; ls -A tmp; ls -A
                """);
        assertThat(run.err()).isEqualTo("riffle: stopped\n");
        assertThat(run.text()).isEqualTo("143\ntmp\n");
    }

    private CommandRun riffleInShell(String commands) throws IOException {
        return Script.run(
                directory,
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                "bash",
                "-c",
                commands,
                home.resolve("bin/riffle").toString());
    }

    @Test
    void reportsAMissingJdk() throws IOException {
        CommandRun run = riffle(Map.of("JAVA_HOME", "/no/such/jdk"), "--version");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("JAVA_HOME is /no/such/jdk").contains("JDK 17 or newer");
    }

    @Test
    void reportsAnOldJdk() throws IOException {
        Path old = Files.createDirectories(directory.resolve("jdk-11/bin")).resolve("java");
        Files.writeString(old, "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(directory.resolve("jdk-11/release"), "JAVA_VERSION=\"11.0.2\"\n");
        CommandRun run = riffle(Map.of("JAVA_HOME", directory.resolve("jdk-11").toString()), "--version");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("is Java 11.0.2; riffle needs 17 or newer");
    }
}
