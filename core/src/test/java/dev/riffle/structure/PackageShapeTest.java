package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks that the packages of all modules are small and have no cycles. */
class PackageShapeTest {

    private static final int MOST_FILES = 45;

    /** A pattern of text blocks, strings, characters and comments. A name in one of them is not a reference. */
    private static final Pattern NO_CODE = Pattern.compile(
            "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])+'|/\\*[\\s\\S]*?\\*/|//[^\\n]*");

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(dev\\.riffle(?:\\.[a-z0-9]+)*)\\.([A-Z]\\w*)[\\w.]*;");

    private static final Pattern QUALIFIED = Pattern.compile("\\b(dev\\.riffle(?:\\.[a-z0-9]+)*)\\.[A-Z]\\w*");

    @Test
    void noPackageHasTooManyFiles() {
        Map<String, Long> sizes = SourceFiles.main().stream()
                .filter(file -> !SourceFiles.typeName(file).endsWith("-info"))
                .collect(Collectors.groupingBy(PackageShapeTest::packageOf, TreeMap::new, Collectors.counting()));
        Set<String> larger = sizes.keySet().stream()
                .filter(name -> sizes.get(name) > MOST_FILES)
                .collect(Collectors.toSet());

        assertThat(sizes).hasSizeGreaterThan(20).containsKeys("dev.riffle", "dev.riffle.cli", "dev.riffle.spark");
        assertThat(larger).as("more than %d files: %s", MOST_FILES, sizes).isEmpty();
    }

    @Test
    void packagesHaveNoCycles() {
        Map<String, Set<String>> uses = uses();
        int references = uses.values().stream().mapToInt(Set::size).sum();

        assertThat(uses).hasSizeGreaterThan(20).containsKeys("dev.riffle.cli", "dev.riffle.hadoop", "dev.riffle.spark");
        assertThat(references).isGreaterThan(60);
        assertThat(withoutLeaves(uses))
                .as("packages of cycles, or with a cycle after them")
                .isEmpty();
    }

    private static Map<String, Set<String>> uses() {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (Path file : SourceFiles.main()) {
            if (!SourceFiles.typeName(file).endsWith("-info")) {
                Set<String> used = uses.computeIfAbsent(packageOf(file), name -> new TreeSet<>());
                used.addAll(usedBy(SourceFiles.read(file)));
                used.remove(packageOf(file));
            }
        }
        return uses;
    }

    /** Removes packages that use none of the others, until each remaining package uses another remaining package. */
    private static Map<String, Set<String>> withoutLeaves(Map<String, Set<String>> uses) {
        Map<String, Set<String>> left = new TreeMap<>(uses);
        boolean removed = true;
        while (removed) {
            left.replaceAll(
                    (name, used) -> used.stream().filter(left::containsKey).collect(Collectors.toSet()));
            removed = left.values().removeIf(Set::isEmpty);
        }
        return left;
    }

    /** Returns the packages that the code of a file uses. Imports that only the documentation uses do not count. */
    private static Set<String> usedBy(String source) {
        String code = NO_CODE.matcher(source).replaceAll(" ");
        String body = IMPORT.matcher(code).replaceAll("");
        Set<String> used = new HashSet<>();
        Set<String> words = Set.copyOf(List.of(body.split("\\W+")));
        for (Matcher imports = IMPORT.matcher(code); imports.find(); ) {
            if (imports.group().startsWith("import static") || words.contains(imports.group(2))) {
                used.add(imports.group(1));
            }
        }
        QUALIFIED.matcher(body).results().forEach(found -> used.add(found.group(1)));
        return used;
    }

    private static String packageOf(Path file) {
        return file.getParent().toString().replaceAll(".*src/main/java/", "").replace('/', '.');
    }
}
