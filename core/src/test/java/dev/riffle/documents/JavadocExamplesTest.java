package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the examples in the Javadoc of core's exported packages compile. */
class JavadocExamplesTest {

    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\s*\n(.*?)\n\\s*\\* }</pre>", Pattern.DOTALL);

    /** The file whose examples are lines of feature specs, not Java. */
    private static final String OTHER_LANGUAGE = "FeatureSpecs.java";

    /** The variables that examples use without a declaration. */
    private static final String VARIABLES = """
            java.nio.file.Path path, directory, damaged, rescued;
            java.util.List<java.nio.file.Path> files;
            java.util.List<dev.riffle.io.Bytes> payloads;
            dev.riffle.io.Bytes payload;
            java.nio.ByteBuffer bytes;
            java.nio.ByteBuffer buffer;
            dev.riffle.dataset.Dataset<dev.riffle.io.Bytes> dataset;
            """;

    @Test
    void everyExampleCompiles(@TempDir Path classes) throws IOException {
        List<Example> examples = examples();
        assertThat(examples).hasSizeGreaterThan(30);

        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        boolean compiled = compiler.getTask(
                        errors,
                        null,
                        null,
                        List.of("-d", classes.toString(), "-proc:none", "-cp", System.getProperty("java.class.path")),
                        null,
                        examples)
                .call();

        assertThat(errors.toString()).isEmpty();
        assertThat(compiled).isTrue();
    }

    private static List<Example> examples() throws IOException {
        Path root = Repository.root().resolve("core/src/main/java");
        List<Path> sources;
        try (Stream<Path> files = Files.walk(root)) {
            sources = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !root.relativize(file).toString().contains("internal"))
                    .filter(file -> file.startsWith(root.resolve("dev")))
                    .sorted()
                    .toList();
        }
        String imports = imports(root, sources);
        List<Example> examples = new ArrayList<>();
        for (Path source : sources) {
            if (source.endsWith(OTHER_LANGUAGE)) {
                continue;
            }
            Matcher matcher = EXAMPLE.matcher(Files.readString(source));
            while (matcher.find()) {
                String name = source.getFileName().toString().replace(".java", "") + "Example" + examples.size();
                String code = matcher.group(1).replaceAll("(?m)^\\s*\\* ?", "");
                examples.add(new Example(name, imports, code));
            }
        }
        return examples;
    }

    private static String imports(Path root, List<Path> sources) {
        return sources.stream()
                .map(source -> root.relativize(source.getParent()).toString().replace('/', '.'))
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .map(name -> "import " + name + ".*;\n")
                .collect(Collectors.joining());
    }

    private static final class Example extends SimpleJavaFileObject {

        private final String text;

        Example(String name, String imports, String code) {
            super(URI.create("string:///" + name + Kind.SOURCE.extension), Kind.SOURCE);
            text = imports
                    + "import java.io.*; import java.nio.*; import java.nio.channels.*; import java.nio.file.*; import java.util.*;\n"
                    + "class " + name + " {\n" + VARIABLES + "void run() throws Exception {\n" + code + "\n}}\n";
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public Writer openWriter() {
            throw new UnsupportedOperationException();
        }
    }
}
