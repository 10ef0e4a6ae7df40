package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes that the first codec of a process loads. Loading them takes most of the time for this codec. */
class LoadedClassesTest {

    /** Riffle's classes for a codec of {@link Usual}. Each one takes about 0.2 ms, so add one only with a reason. */
    private static final int MOST_CLASSES = 28;

    public record Usual(
            long id,
            int n,
            float x,
            String text,
            byte[] bytes,
            List<Long> list,
            float[] floats,
            Optional<String> note) {}

    public record Address(String street, String zip) {}

    public record Nested(long id, Address home, Optional<Address> work, List<List<String>> words) {}

    /** Creates the codec of the record class that its argument names, and prints a line before and after it. */
    static final class Creation {
        private Creation() {}

        public static void main(String[] arguments) throws ClassNotFoundException {
            Class<? extends Record> type = Class.forName(arguments[0]).asSubclass(Record.class);
            System.out.println("begin");
            RecordCodec.builder(type).build();
            System.out.println("end");
        }
    }

    @TempDir
    Path directory;

    /** Returns the names of the classes that a new process loads while it creates the codec. */
    private List<String> loadedClasses(Class<? extends Record> type) throws Exception {
        ChildProcess process = ChildProcess.java(
                directory,
                directory.resolve("output"),
                "-Xlog:class+load:stdout:none",
                Creation.class.getName(),
                type.getName());
        assertThat(process.awaitEnd()).as(process::output).isZero();
        List<String> lines = process.output().lines().toList();
        assertThat(lines).contains("begin", "end");
        return lines.subList(lines.indexOf("begin") + 1, lines.indexOf("end")).stream()
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }

    @Test
    void onlyClassesThatTheRecordNeeds() throws Exception {
        List<String> riffle = loadedClasses(Usual.class).stream()
                .filter(name -> name.startsWith("dev.riffle."))
                .toList();

        assertThat(riffle).contains(RecordCodec.class.getName(), ListMapping.class.getName());
        assertThat(riffle).hasSizeLessThanOrEqualTo(MOST_CLASSES);
        assertThat(riffle).doesNotContain(StepsMapping.class.getName(), Conversion.class.getName());
    }

    /** Lambdas, method handles and the concatenation of strings start the JVM's generation of code. */
    @Test
    void noGeneratedCode() throws Exception {
        for (Class<? extends Record> type : List.of(Usual.class, Nested.class)) {
            assertThat(loadedClasses(type))
                    .contains(RecordCodec.class.getName())
                    .noneMatch(name -> name.startsWith("java.lang.invoke."));
        }
    }
}
