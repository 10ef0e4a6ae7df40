package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.documents.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that {@code ARCHITECTURE.md} names every package, that its names and links exist, and that it is short. */
class ArchitectureTest {

    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");

    private static final Pattern TYPE = Pattern.compile("[A-Z]\\w*[a-z]\\w*");

    private static final Pattern PACKAGE = Pattern.compile("dev\\.riffle(\\.[a-z]+)*");

    private static final Pattern FILE = Pattern.compile("[\\w.*-]+(/[\\w.*-]+)*/?");

    private static final String TEXT = SourceFiles.read(Repository.root().resolve("ARCHITECTURE.md"));

    private static List<String> code() {
        return CODE.matcher(TEXT)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    private static Set<String> packages() {
        return SourceFiles.main().stream()
                .filter(file -> SourceFiles.typeName(file).equals("package-info"))
                .map(file -> file.getParent().toString().replaceAll(".*src/main/java/", ""))
                .map(folder -> folder.replace('/', '.'))
                .collect(Collectors.toSet());
    }

    @Test
    void everyTypeExists() {
        List<String> named = code().stream().filter(TYPE.asMatchPredicate()).toList();
        Set<String> types = Stream.concat(SourceFiles.main().stream(), SourceFiles.test().stream())
                .map(SourceFiles::typeName)
                .collect(Collectors.toSet());

        assertThat(named).hasSizeGreaterThanOrEqualTo(8);
        assertThat(named).isSubsetOf(types);
    }

    @Test
    void everyPackageExistsAndIsNamed() {
        List<String> named = code().stream().filter(PACKAGE.asMatchPredicate()).toList();

        assertThat(named).hasSizeGreaterThanOrEqualTo(6);
        assertThat(named).containsExactlyInAnyOrderElementsOf(packages());
    }

    @Test
    void everyPathExists() {
        List<String> named = code().stream()
                .filter(name -> name.contains("/") && FILE.matcher(name).matches())
                .toList();

        assertThat(named).hasSizeGreaterThanOrEqualTo(4);
        assertThat(named).allMatch(name -> Files.exists(Repository.root().resolve(name)));
    }

    @Test
    void codeFontIsOnlyForNamesAndPaths() {
        assertThat(code())
                .allMatch(name -> TYPE.matcher(name).matches()
                        || PACKAGE.matcher(name).matches()
                        || name.contains("/") && FILE.matcher(name).matches());
    }

    @Test
    void fitsOnAScreenAndNamesNoLines() {
        List<String> lines = TEXT.lines().toList();
        List<String> references = Pattern.compile("\\.java:\\d+|#L\\d+|\\bline \\d+")
                .matcher(TEXT)
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(lines).hasSizeBetween(30, 130);
        assertThat(references).isEmpty();
    }

    @Test
    void linksToOtherDocumentsExist() {
        List<Path> targets = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)")
                .matcher(TEXT)
                .results()
                .map(found -> Repository.root().resolve(found.group(1)))
                .toList();

        assertThat(targets).hasSizeGreaterThanOrEqualTo(3).allMatch(Files::exists);
    }
}
