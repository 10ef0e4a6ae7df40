package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the exported types of a module. */
final class ExportedTypes {

    private ExportedTypes() {}

    /** Returns the types that users of the module of this type can name. */
    static List<Class<?>> of(Class<?> anyType) {
        Path directory = directory(anyType);
        List<Class<?>> types = exportedPackages(directory).stream()
                .map(name -> directory.resolve(name.replace('.', '/')))
                .flatMap(ExportedTypes::classes)
                .<Class<?>>map(file -> load(directory
                        .relativize(file)
                        .toString()
                        .replaceAll("[/\\\\]", ".")
                        .replaceAll("\\.class$", "")))
                .filter(ExportedTypes::isOpen)
                .toList();
        assertThat(types).contains(anyType);
        return types;
    }

    private static boolean isOpen(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isOpen(type.getEnclosingClass()));
    }

    private static Stream<Path> classes(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files
                    .filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.toString().endsWith("-info.class"))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ExportedTypes.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> exportedPackages(Path directory) {
        try (InputStream descriptor = Files.newInputStream(directory.resolve("module-info.class"))) {
            return ModuleDescriptor.read(descriptor).exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path directory(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
