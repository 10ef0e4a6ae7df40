package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that each package uses only packages that precede it in the list. This order also excludes cycles. */
class PackageDirectionTest {

    private static final List<String> ORDER = List.of(
            "dev.riffle.internal.file",
            "dev.riffle.internal",
            "dev.riffle.io.internal.codec",
            "dev.riffle.io",
            "dev.riffle.io.internal.resume",
            "dev.riffle.container",
            "dev.riffle.internal.frame",
            "dev.riffle",
            "dev.riffle.example",
            "dev.riffle.example.internal",
            "dev.riffle.filter",
            "dev.riffle.tensor",
            "dev.riffle.parse.csv",
            "dev.riffle.parse.internal",
            "dev.riffle.parse",
            "dev.riffle.parse.oneflow",
            "dev.riffle.typed",
            "dev.riffle.scan.internal",
            "dev.riffle.scan",
            "dev.riffle.shard",
            "dev.riffle.shard.internal",
            "dev.riffle.shard.writer",
            "dev.riffle.index",
            "dev.riffle.repair",
            "dev.riffle.rewrite",
            "dev.riffle.dataset.internal.access",
            "dev.riffle.dataset.internal.random",
            "dev.riffle.dataset.stage",
            "dev.riffle.dataset.internal.collate",
            "dev.riffle.dataset.collate",
            "dev.riffle.dataset.internal.checkpoint",
            "dev.riffle.dataset.internal.engine",
            "dev.riffle.dataset.internal.source",
            "dev.riffle.dataset.internal.cache",
            "dev.riffle.dataset.internal.shuffle",
            "dev.riffle.dataset.internal.operator",
            "dev.riffle.dataset");

    @Test
    void everyPackageIsInTheList() {
        List<String> packages =
                CoreClasses.all().map(JavaClass::getPackageName).distinct().toList();

        assertThat(packages).hasSizeGreaterThanOrEqualTo(4).isSubsetOf(ORDER);
    }

    @Test
    void noPackageUsesALaterPackage() {
        List<Dependency> inside = CoreClasses.all()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> ORDER.contains(packageOf(dependency.getTargetClass())))
                .toList();
        Stream<String> backwards = inside.stream()
                .filter(dependency -> place(dependency.getTargetClass()) > place(dependency.getOriginClass()))
                .map(Dependency::getDescription);

        assertThat(inside).hasSizeGreaterThan(500);
        assertThat(backwards).isEmpty();
    }

    @Test
    void coreUsesOnlyTheJdk() {
        List<String> used = CoreClasses.all()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> packageOf(dependency.getTargetClass()))
                .distinct()
                .toList();

        assertThat(used)
                .contains("java.nio", "dev.riffle.io")
                .allMatch(name -> name.isEmpty() // primitive types
                        || name.matches("javax?\\..+")
                        || name.equals("org.jspecify.annotations")
                        || ORDER.contains(name));
    }

    private static int place(JavaClass type) {
        return ORDER.indexOf(packageOf(type));
    }

    private static String packageOf(JavaClass type) {
        return type.getBaseComponentType().getPackageName();
    }
}
