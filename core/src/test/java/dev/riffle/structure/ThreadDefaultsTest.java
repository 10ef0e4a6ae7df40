package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.Gzip;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.scan.ParallelScan;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that every setting for a number of threads has the same default, the same limit and the same words. */
class ThreadDefaultsTest {

    private static final String WORDS =
            "The default is 1: the thread of the caller. -1 means the number of processors.";

    /** A default object of each exported type with such a setting. */
    private static final Map<Class<?>, Object> DEFAULTS = Map.of(
            RecordReaderOptions.class, RecordReaderOptions.defaults(),
            RecordWriterOptions.class, RecordWriterOptions.defaults(),
            Gzip.class, Compression.GZIP,
            ParallelScan.class, ParallelScan.of(ByteSource.of(Path.of("a"))),
            IndexOptions.class, IndexOptions.defaults(),
            ExampleParser.class, ExampleParser.compile(FeatureSpecs.parse("a:int64")),
            SequenceExampleParser.class, SequenceExampleParser.compile(SequenceFeatureSpecs.parse("context(a:int64)")));

    /** Records the threads that open the source. */
    private record WatchedSource(ByteSource source, Set<Thread> threads) implements ByteSource {

        @Override
        public String name() {
            return source.name();
        }

        @Override
        public OptionalLong size() throws IOException {
            return source.size();
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            threads.add(Thread.currentThread());
            return source.open(offset);
        }
    }

    private static List<Method> settings() {
        return ExportedTypes.of(RecordReader.class).stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.getName().equals("threads"))
                .filter(method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {int.class}))
                .toList();
    }

    private static Object with(Method setting, int threads) {
        try {
            return setting.invoke(DEFAULTS.get(setting.getDeclaringClass()), threads);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void everySettingIsListed() {
        assertThat(settings())
                .extracting(Method::getDeclaringClass)
                .containsExactlyInAnyOrderElementsOf(DEFAULTS.keySet().stream().collect(Collectors.toList()));
    }

    @Test
    void everyDefaultIsOneThread() {
        for (Method setting : settings()) {
            Object byDefault = DEFAULTS.get(setting.getDeclaringClass());

            assertThat(with(setting, 1)).usingRecursiveComparison().isEqualTo(byDefault);
            assertThat(with(setting, 2)).usingRecursiveComparison().isNotEqualTo(byDefault);
        }
    }

    @Test
    void everySettingNeedsAPositiveNumberOrMinusOne() {
        int processors = Runtime.getRuntime().availableProcessors();
        for (Method setting : settings()) {
            assertThat(with(setting, -1)).usingRecursiveComparison().isEqualTo(with(setting, processors));
            assertThatIllegalArgumentException()
                    .as("%s", setting)
                    .isThrownBy(() -> with(setting, 0))
                    .withMessage("threads must be positive, or -1 (Riffle chooses): 0");
        }
    }

    @Test
    void everySettingDescribesTheDefaultInTheSameWords() {
        for (Method setting : settings()) {
            String source = sourceOf(setting.getDeclaringClass());
            int method = source.indexOf(" threads(int threads) {");
            String comment = source.substring(source.lastIndexOf("/**", method), method);

            assertThat(comment.replaceAll("\\s*\\n\\s*\\*\\s*", " "))
                    .as("%s", setting)
                    .contains(WORDS);
        }
    }

    /** Returns the source of a class, or of the class that it inherits the setting from. */
    private static String sourceOf(Class<?> type) {
        Class<?> declaring = type.getSuperclass() == Object.class ? type : type.getSuperclass();
        return SourceFiles.main().stream()
                .filter(each -> each.endsWith(declaring.getName().replace('.', '/') + ".java"))
                .findAny()
                .map(SourceFiles::read)
                .orElseThrow();
    }

    @Test
    void defaultsStartNoThreads(@TempDir Path directory) throws IOException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        List<ByteSource> sources = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Path file = directory.resolve("a-" + i);
            RecordWriter.write(file, RecordWriterOptions.defaults().withoutSync(), out -> {
                for (int record = 0; record < 10; record++) {
                    out.write(new byte[1 << 20]);
                }
            });
            sources.add(new WatchedSource(ByteSource.of(file), threads));
        }

        RecordIndex.openSources(sources).close();
        for (ByteSource source : sources) {
            ParallelScan.of(source)
                    .<Integer>run(
                            split -> {
                                threads.add(Thread.currentThread());
                                return 0;
                            },
                            result -> {});
        }

        assertThat(threads).containsExactly(Thread.currentThread());
    }
}
