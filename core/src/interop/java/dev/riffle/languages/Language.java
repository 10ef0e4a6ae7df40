package dev.riffle.languages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import dev.riffle.RecordReader;
import dev.riffle.documents.Repository;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A language with its compiler and its library. The compiler and the programs run in JVMs of their own, with the JDK of
 * the test. A program sees only the exported packages of Riffle.
 *
 * @param compiler the main class and the options of the compiler. A warning must be an error
 * @param library the jars of the language that a program needs
 */
record Language(List<String> compiler, List<Path> library) {

    static final Language KOTLIN = new Language(
            List.of(
                    "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
                    "-no-stdlib",
                    "-no-reflect",
                    "-Werror",
                    "-jvm-target",
                    "17",
                    "-Xjdk-release=17"),
            List.of(location(kotlin.Unit.class)));

    static final Language SCALA_2 = new Language(
            List.of("scala.tools.nsc.Main", "-release", "17", "-Werror", "-deprecation", "-feature", "-Xlint"),
            List.of(location(scala.Option.class)));

    /** The filter leaves out the only warning that is not about Riffle: Scala 2 requires the old syntax. */
    static final Language SCALA_3 = new Language(
            List.of(
                    "dotty.tools.dotc.Main",
                    "-release",
                    "17",
                    "-Werror",
                    "-deprecation",
                    "-feature",
                    "-color",
                    "never",
                    "-Wconf:msg=vararg splices:s"),
            List.of(location(scala.Option.class), location(scala.quoted.Quotes.class)));

    /** Returns the path of a source file in {@code src/interop}. */
    static Path source(String name) {
        return Repository.root().resolve("core/src/interop").resolve(name);
    }

    /** Compiles a source file to the directory {@code classes}. Fails if the compiler reports an error or a warning. */
    void compile(Path classes, Path source) throws IOException, InterruptedException {
        ChildProcess process = start(classes, source);

        assertThat(process.awaitEnd()).as(process::output).isZero();
    }

    /** Compiles source text that has errors. Returns the messages of the compiler. */
    String errors(Path classes, String name, String text) throws IOException, InterruptedException {
        ChildProcess process = start(classes, Files.writeString(classes.resolve(name), text));

        assertThat(process.awaitEnd()).as(process::output).isEqualTo(1);
        return process.output();
    }

    private ChildProcess start(Path classes, Path source) throws IOException {
        // less CPU time for a short run, and a stack as large as in the launchers of Scala
        List<String> words = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m"));
        words.addAll(compiler);
        words.addAll(List.of(
                "-classpath",
                path(Stream.concat(Stream.of(location(RecordReader.class), classes), library.stream())),
                "-d",
                classes.toString(),
                source.toString()));
        return ChildProcess.java(classes, classes.resolve("messages.txt"), words.toArray(String[]::new));
    }

    /**
     * Runs a compiled program with one argument, a directory for its files. Returns the text that the program prints.
     */
    String run(Path classes, Path directory, String main) throws IOException, InterruptedException {
        ChildProcess process = ChildProcess.java(
                directory,
                directory.resolve("output.txt"),
                "--module-path",
                location(RecordReader.class).toString(),
                "--add-modules",
                "dev.riffle",
                "-classpath", // replaces the class path of this JVM
                path(Stream.concat(Stream.of(classes), library.stream())),
                main,
                directory.toString());

        assertThat(process.awaitEnd()).as(process::output).isZero();
        return process.output();
    }

    private static String path(Stream<Path> entries) {
        return entries.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the jar or the directory that contains a class. */
    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
