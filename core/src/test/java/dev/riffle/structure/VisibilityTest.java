package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks the size and the signatures of the public API. */
class VisibilityTest {

    /**
     * The maximum number of exported types. To add a type, remove another type or state a reason to raise this number.
     * Six of them are the service for containers, which other modules implement. One is the warning that listeners of
     * parsers and filters receive.
     */
    private static final int MOST_EXPORTED_TYPES = 139;

    /** Methods whose boolean parameter is a value and not an option. */
    private static final Set<String> BOOLEAN_IS_THE_VALUE = Set.of(
            "dev.riffle.Progress.<init>(long, long, java.util.OptionalLong, boolean)",
            "dev.riffle.example.Feature.of(boolean)",
            "dev.riffle.example.ExampleBuilder.put(java.lang.String, boolean)");

    @Test
    void exportedTypesStayWithinTheLimit() {
        Set<String> exported = CoreClasses.exportedPackages();
        List<String> open = CoreClasses.all()
                .filter(type -> type.isTopLevelClass() && exported.contains(type.getPackageName()) && isOpen(type))
                .map(JavaClass::getName)
                .toList();

        assertThat(open).hasSizeGreaterThan(50).contains("dev.riffle.RecordReader");
        assertThat(open).as("public types of exported packages").hasSizeLessThanOrEqualTo(MOST_EXPORTED_TYPES);
    }

    @Test
    void noExportedSignatureHasAnInternalType() {
        Set<String> exported = CoreClasses.exportedPackages();
        Map<String, JavaType> signatures = new TreeMap<>();
        CoreClasses.all()
                .filter(type -> exported.contains(type.getPackageName()) && isOpen(type))
                .forEach(type -> addSignatures(type, signatures));
        List<String> internal = signatures.entrySet().stream()
                .filter(signature -> signature.getValue().getAllInvolvedRawTypes().stream()
                        .map(type -> type.getBaseComponentType().getPackageName())
                        .anyMatch(name -> name.startsWith("dev.riffle") && !exported.contains(name)))
                .map(signature ->
                        signature.getKey() + ": " + signature.getValue().getName())
                .toList();

        assertThat(signatures).hasSizeGreaterThan(1000);
        assertThat(internal).isEmpty();
    }

    /** Adds the supertypes of a type, and the types that its visible members return, take and throw. */
    private static void addSignatures(JavaClass type, Map<String, JavaType> signatures) {
        type.getSuperclass().ifPresent(above -> signatures.put(type.getName() + " extends", above));
        type.getInterfaces().forEach(above -> signatures.put(type.getName() + " implements " + above.getName(), above));
        type.getFields().stream()
                .filter(field -> isVisible(field.getModifiers()))
                .forEach(field -> signatures.put(field.getFullName(), field.getType()));
        type.getCodeUnits().stream()
                .filter(unit -> isVisible(unit.getModifiers()))
                .forEach(unit -> {
                    signatures.put(unit.getFullName() + " returns", unit.getReturnType());
                    for (int i = 0; i < unit.getParameterTypes().size(); i++) {
                        signatures.put(
                                unit.getFullName() + " takes " + i,
                                unit.getParameterTypes().get(i));
                    }
                    unit.getExceptionTypes()
                            .forEach(thrown ->
                                    signatures.put(unit.getFullName() + " throws " + thrown.getName(), thrown));
                });
    }

    private static boolean isVisible(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    @Test
    void noBooleanParameterInThePublicApi() {
        Set<String> exported = CoreClasses.exportedPackages();
        List<JavaCodeUnit> api = CoreClasses.all()
                .filter(type -> exported.contains(type.getPackageName()) && isOpen(type))
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> isVisible(unit.getModifiers()))
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
