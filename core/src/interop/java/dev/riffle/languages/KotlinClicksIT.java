package dev.riffle.languages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KotlinClicksIT {

    @Test
    void programRuns(@TempDir Path classes, @TempDir Path directory) throws IOException, InterruptedException {
        Language.KOTLIN.compile(classes, Language.source("kotlin/KotlinClicks.kt"));

        assertThat(Language.KOTLIN.run(classes, directory, "KotlinClicksKt")).hasToString("""
                cat: 4 legs
                dog: 4 legs
                goat: 4 legs
                [3 slow, 6 -, 2 -, 8 -]
                [7 -, 4 -, 5 -, 9 -]
                float32 [5] [0.0, 0.25, 0.5, 0.75, 1.0]
                float32 [5] [1.25, 1.5, 1.75, 2.0, 2.25]
                """);
    }

    /** The annotations of JSpecify are not on the class path, as in a user's build. */
    @Test
    void compilerKnowsWhereNullIsPossible(@TempDir Path classes) throws IOException, InterruptedException {
        assertThat(Language.KOTLIN.errors(classes, "Nulls.kt", """
                        import dev.riffle.example.Example
                        import dev.riffle.example.Feature
                        import dev.riffle.parse.FeatureSpec
                        import dev.riffle.parse.FeatureSpecs

                        fun argument(example: Example, name: String?): Feature = example.feature(name)
                        fun result(specs: FeatureSpecs): FeatureSpec = specs.get("tags")
                        """))
                .contains("Nulls.kt:6:", "actual type is 'String?', but 'String' was expected")
                .contains("Nulls.kt:7:", "expected 'FeatureSpec', actual 'FeatureSpec?'");
    }
}
