package dev.riffle.languages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScalaVisitsIT {

    static Stream<Language> versions() {
        return Stream.of(Language.SCALA_2, Language.SCALA_3);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void programRuns(Language scala, @TempDir Path classes, @TempDir Path directory)
            throws IOException, InterruptedException {
        compileRecord(classes);
        scala.compile(classes, Language.source("scala/ScalaVisits.scala"));

        assertThat(scala.run(classes, directory, "ScalaVisits")).hasToString("""
                cat: 4 legs
                dog: 4 legs
                goat: 4 legs
                5 -, 9 -, 6 -, 4 -
                7 -, 2 -, 8 -, 3 slow
                float32 [5] [0.0, 0.25, 0.5, 0.75, 1.0]
                float32 [5] [1.25, 1.5, 1.75, 2.0, 2.25]
                """);
    }

    /** Checks the limits that the document states. */
    @Test
    void compilerReportsLimits(@TempDir Path classes) throws IOException, InterruptedException {
        assertThat(Language.SCALA_2.errors(classes, "Limits.scala", """
                        import dev.riffle.dataset.Dataset
                        import dev.riffle.typed.RecordCodec

                        case class Visit(user: Long)

                        object Limits {
                          def typed(words: Dataset[String]) =
                            words.groupByWindow((word: String) => Int.box(word.length), (key: java.lang.Long, window: Dataset[String]) => window.batch(2), 2)
                          def untyped(words: Dataset[String]) =
                            words.groupByWindow(word => Int.box(word.length), (key, window) => window.batch(2), 2)
                          def codec = RecordCodec.of(classOf[Visit])
                        }
                        """))
                .contains("Limits.scala:10:", "value length is not a member of")
                .contains("Limits.scala:11:", "type arguments [Visit] do not conform")
                .doesNotContain("Limits.scala:7:", "Limits.scala:8:");
    }

    /** Compiles with the compiler of this JDK. */
    private static void compileRecord(Path classes) {
        StringWriter messages = new StringWriter();
        PrintWriter writer = new PrintWriter(messages);
        int code = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        writer,
                        writer,
                        "-d",
                        classes.toString(),
                        "-classpath",
                        System.getProperty("java.class.path"),
                        Language.source("scala/Visit.java").toString());
        assertThat(code).as(messages.toString()).isZero();
    }
}
