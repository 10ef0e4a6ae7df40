package dev.riffle.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A module of the build that users call.
 *
 * @param name the folder of the module, such as core
 * @param packages the packages for users, in the order of their names
 * @param files the source files of these packages
 */
record LibraryModule(String name, List<String> packages, List<Path> files) {

    /** The modules that are programs. */
    private static final List<String> PROGRAMS = List.of("cli", "benchmarks", "site");

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    private static final Pattern EXPORT = Pattern.compile("(?m)^ *exports ([\\w.]+);");

    /** Returns the libraries of a repository, in the order of its build. */
    static List<LibraryModule> of(Path repository) throws IOException {
        List<LibraryModule> modules = new ArrayList<>();
        String build = Files.readString(repository.resolve("pom.xml"));
        for (String name :
                MODULE.matcher(build).results().map(found -> found.group(1)).toList()) {
            if (!PROGRAMS.contains(name)) {
                modules.add(read(name, repository.resolve(name).resolve("src/main/java")));
            }
        }
        return modules;
    }

    private static LibraryModule read(String name, Path sources) throws IOException {
        List<String> packages = packages(sources);
        List<Path> files = new ArrayList<>();
        for (String exported : packages) {
            try (Stream<Path> found = Files.list(sources.resolve(exported.replace('.', '/')))) {
                files.addAll(found.filter(file -> file.toString().endsWith(".java"))
                        .sorted()
                        .toList());
            }
        }
        return new LibraryModule(name, packages, files);
    }

    /** Returns the exported packages, or those that are not internal if the sources declare no module. */
    private static List<String> packages(Path sources) throws IOException {
        Path descriptor = sources.resolve("module-info.java");
        if (Files.exists(descriptor)) {
            return EXPORT.matcher(Files.readString(descriptor))
                    .results()
                    .map(found -> found.group(1))
                    .sorted()
                    .toList();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.endsWith("package-info.java"))
                    .map(file -> sources.relativize(file.getParent()).toString().replace('\\', '/'))
                    .map(folder -> folder.replace('/', '.'))
                    .filter(found -> !found.contains(".internal"))
                    .sorted()
                    .toList();
        }
    }
}
