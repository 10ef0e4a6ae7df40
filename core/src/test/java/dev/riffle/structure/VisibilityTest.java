package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What users can see is little, and says what it does. */
class VisibilityTest {

    /** The boolean is the value itself here, not a choice. */
    private static final Set<String> BOOLEAN_IS_THE_VALUE = Set.of(
            "dev.riffle.example.Feature.of(boolean)",
            "dev.riffle.example.ExampleBuilder.put(java.lang.String, boolean)");

    @Test
    void atLeastHalfOfTheTypesAreNotPublic() {
        List<JavaClass> types =
                CoreClasses.all().filter(JavaClass::isTopLevelClass).toList();
        List<String> open = types.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getName)
                .toList();

        assertThat(types).hasSizeGreaterThan(50);
        assertThat(open).as("public types of %d", types.size()).hasSizeLessThanOrEqualTo(types.size() / 2);
    }

    @Test
    void noBooleanParameterInThePublicApi() {
        Set<String> exported = CoreClasses.exportedPackages();
        List<JavaCodeUnit> api = CoreClasses.all()
                .filter(type -> exported.contains(type.getPackageName()) && isOpen(type))
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC)
                        || unit.getModifiers().contains(JavaModifier.PROTECTED))
                .toList();

        assertThat(exported).contains("dev.riffle", "dev.riffle.io", "dev.riffle.example");
        assertThat(api).hasSizeGreaterThan(200);
        assertThat(api)
                .filteredOn(unit ->
                        unit.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(boolean.class)))
                .extracting(VisibilityTest::signature)
                .containsExactlyInAnyOrderElementsOf(BOOLEAN_IS_THE_VALUE);
    }

    private static boolean isOpen(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(VisibilityTest::isOpen).orElse(true);
    }

    private static String signature(JavaCodeUnit unit) {
        return unit.getFullName().replaceAll(",(?! )", ", ");
    }
}
