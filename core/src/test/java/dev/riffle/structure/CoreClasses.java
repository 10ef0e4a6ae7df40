package dev.riffle.structure;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the compiled main classes of core. */
final class CoreClasses {

    private static final Path DIRECTORY = directory();

    private static final JavaClasses ALL = new ClassFileImporter().importPath(DIRECTORY);

    private CoreClasses() {}

    /** Returns every class with its nested classes, without the descriptors of packages and of the module. */
    static Stream<JavaClass> all() {
        return ALL.stream().filter(type -> !type.getSimpleName().endsWith("-info"));
    }

    /** Returns the packages that other modules may use. */
    static Set<String> exportedPackages() {
        try (InputStream descriptor = Files.newInputStream(DIRECTORY.resolve("module-info.class"))) {
            return ModuleDescriptor.read(descriptor).exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path directory() {
        try {
            return Path.of(dev.riffle.RecordReader.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
