package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that type names state a role, and that names of test classes state the kind of test. */
class NamesTest {

    private static final Pattern EMPTY_WORDS = Pattern.compile("\\w*(Impl|Manager|Helper|Utils?)");

    private static final Pattern TEST_NAME = Pattern.compile("\\w+(Test|Contract|IT)");

    private static final Pattern TEST_METHOD =
            Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|FuzzTest)\\b");

    private static final Pattern DISABLED = Pattern.compile("@Disabled\\w*|@Ignore\\b");

    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|interface|enum|record) ([A-Z]\\w*)");

    @Test
    void noTypeHasAnEmptyName() {
        List<String> names = SourceFiles.main().stream()
                .flatMap(file ->
                        DECLARATION.matcher(SourceFiles.read(file)).results().map(declared -> declared.group(1)))
                .toList();

        assertThat(names).hasSizeGreaterThan(100).contains("RecordReader");
        assertThat(names).noneMatch(EMPTY_WORDS.asMatchPredicate());
    }

    @Test
    void namesOfTestClassesStateTheKindOfTest() {
        List<String> names = SourceFiles.test().stream()
                .filter(file -> TEST_METHOD.matcher(SourceFiles.read(file)).find())
                .map(SourceFiles::typeName)
                .toList();

        assertThat(names).hasSizeGreaterThan(15).contains("NamesTest");
        assertThat(names).allMatch(TEST_NAME.asMatchPredicate());
    }

    @Test
    void namesOfFuzzAndConformanceTestsStateTheKind() {
        assertThat(filesWith("@FuzzTest")).isNotEmpty().allMatch(name -> name.endsWith("FuzzTest"));
        assertThat(filesWith("ConformanceFile.run(")).isNotEmpty().allMatch(name -> name.endsWith("ConformanceTest"));
    }

    /**
     * Checks the folders of seeds. Fuzz tests find their seeds by the names of class and method, and ignore all other
     * folders.
     */
    @Test
    void everyFolderOfSeedsHasItsFuzzTest() {
        List<Path> folders = SourceFiles.testResources().stream()
                .map(Path::getParent)
                .filter(folder -> folder.getParent().toString().endsWith("FuzzTestInputs"))
                .distinct()
                .toList();

        assertThat(folders).hasSizeGreaterThan(10);
        assertThat(folders).allMatch(NamesTest::isOfFuzzTest);
    }

    private static boolean isOfFuzzTest(Path folder) {
        String test = folder.getParent()
                .toString()
                .replace("src/test/resources", "src/test/java")
                .replaceFirst("Inputs$", ".java");
        return Files.exists(Path.of(test))
                && SourceFiles.read(Path.of(test)).contains("void " + folder.getFileName() + "(");
    }

    @Test
    void noTestIsDisabled() {
        List<Path> files = others().toList();

        assertThat(files).hasSizeGreaterThan(20);
        assertThat(files)
                .noneMatch(file -> DISABLED.matcher(SourceFiles.read(file)).find());
    }

    private static List<String> filesWith(String text) {
        return others().filter(file -> SourceFiles.read(file).contains(text))
                .map(SourceFiles::typeName)
                .toList();
    }

    /** Returns all test sources except this one, which contains the names that it searches for. */
    private static Stream<Path> others() {
        return SourceFiles.test().stream()
                .filter(file -> !SourceFiles.typeName(file).equals("NamesTest"));
    }
}
