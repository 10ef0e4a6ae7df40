package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.riffle.documents.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that Riffle accepts the specs on the page, and that the two forms in each table row are equal. */
class SpecsPageTest {

    private static final Pattern ROW = Pattern.compile("\\| .* \\| `(.+)` \\| `(\\{.+\\})` \\|");
    private static final Pattern FLAG = Pattern.compile("--features '((?:[^']|'\\\\'')+)'\n");

    /** Holds the one-line form and the JSON form of the specs in a table row. */
    record Row(String line, String json) {}

    /** A call in a sentence or a listing of any page. The quotes in the text of the specs have escapes. */
    private static final Pattern CALL =
            Pattern.compile("(\\w*)FeatureSpecs\\.parse\\(\\s*\"((?:[^\"\\\\]|\\\\.)*)\"\\s*\\)");

    private static String page() throws IOException {
        return Files.readString(Repository.root().resolve("docs/reference/specs.md"));
    }

    static List<Row> rows() throws IOException {
        List<String> lines = page().lines()
                .filter(line -> line.startsWith("| ") && !line.contains("| on one line |"))
                .toList();
        assertThat(lines).hasSizeGreaterThan(20);
        return lines.stream()
                .map(line -> {
                    Matcher row = ROW.matcher(line);
                    assertThat(row.matches()).as(line).isTrue();
                    return new Row(row.group(1), row.group(2));
                })
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void bothFormsAreEqual(Row row) {
        if (row.line().startsWith("context(") || row.line().startsWith("lists(")) {
            SequenceFeatureSpecs specs = SequenceFeatureSpecs.parse(row.line());
            assertThat(SequenceFeatureSpecs.parseJson(row.json())).isEqualTo(specs);
            assertThat(specs).hasToString(row.line());
            SequenceExampleParser.compile(specs);
        } else {
            FeatureSpecs specs = FeatureSpecs.parse(row.line());
            assertThat(FeatureSpecs.parseJson(row.json())).isEqualTo(specs);
            assertThat(FeatureSpecs.parseJson(specs.toJson())).isEqualTo(specs);
        }
    }

    @Test
    void parsesTheSpecsOfShellCommands() throws IOException {
        Matcher flag = FLAG.matcher(page());
        assertThat(flag.find()).isTrue();
        assertThat(FeatureSpecs.parse(flag.group(1).replace("'\\''", "'")).names())
                .containsExactly("Body Mass (g)", "it's");
    }

    @Test
    void parsesTheSpecsOfJavaCallsOnAllPages() throws IOException {
        int calls = 0;
        try (Stream<Path> pages = Files.walk(Repository.root().resolve("docs"))) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                Matcher call = CALL.matcher(Files.readString(page));
                while (call.find()) {
                    String specs = call.group(2).translateEscapes();
                    ThrowingCallable parse = call.group(1).equals("Sequence")
                            ? () -> SequenceFeatureSpecs.parse(specs)
                            : () -> FeatureSpecs.parse(specs);
                    assertThatCode(parse).as("%s in %s", specs, page).doesNotThrowAnyException();
                    calls++;
                }
            }
        }
        assertThat(calls).isGreaterThan(30);
    }

    @Test
    void namesEveryTypeAndPartition() throws IOException {
        assertThat(page())
                .contains("float32", "float64", "int32", "int64", "double", "bytes")
                .contains(Stream.of(PartitionKind.values())
                        .flatMap(kind -> Stream.of(kind.option() + "=", kind.member()))
                        .toList());
    }
}
