package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiles wrong calls. The compiler must suggest only methods that the caller can use. */
class WrongPutTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Example.builder().put(\"a\", java.time.LocalDate.EPOCH)",
                "SequenceExample.builder().put(\"a\", 1)",
                "Feature.of(java.time.LocalDate.EPOCH)",
                "FeatureList.of(1)"
            })
    void theCompilerSuggestsOnlyPublicMethods(String call) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assumeThat(compiler).as("a JDK").isNotNull();
        StringWriter out = new StringWriter();
        String classes = Path.of(Example.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();

        boolean compiled = compiler.getTask(
                        out,
                        null,
                        null,
                        List.of("-cp", classes, "-proc:none", "-implicit:none"),
                        null,
                        List.of(new Source("import dev.riffle.example.*; class Wrong { Object a = " + call + "; }")))
                .call();

        assertThat(compiled).isFalse();
        assertThat(out.toString())
                .contains("no suitable method")
                .doesNotContain("Key,")
                .doesNotContain("is not public")
                .doesNotContain("private access");
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create("string:///Wrong.java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
