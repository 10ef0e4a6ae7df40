package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that every package has documentation and is null-marked. */
class PackageInfoTest {

    private static List<Path> packages() {
        return SourceFiles.main().stream()
                .filter(file -> !SourceFiles.typeName(file).equals("module-info"))
                .map(Path::getParent)
                .distinct()
                .toList();
    }

    @Test
    void findsPackages() {
        assertThat(packages()).hasSizeGreaterThanOrEqualTo(6);
    }

    @ParameterizedTest
    @MethodSource("packages")
    void isDocumentedAndNullMarked(Path directory) {
        Path file = directory.resolve("package-info.java");

        assertThat(file).exists();
        assertThat(SourceFiles.read(file))
                .containsPattern("(?s)^/\\*\\*.{80,}?\\*/\\s*@NullMarked\\s+package dev\\.riffle")
                .contains("{@link");
    }
}
