package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that {@code docs/guides/cookbook/trainers.md} names the versions with which the build runs its listings. */
class TrainersPageTest {

    @ParameterizedTest
    @CsvSource({
        "TensorFlow-Java, tensorflow.version",
        "DJL, djl.version",
        "PyTorch, pytorch.version",
        "ONNX Runtime, onnxruntime.version"
    })
    void namesTheVersionOfEachTrainer(String trainer, String property) throws IOException {
        Path root = Repository.root();
        Matcher version = Pattern.compile("<" + Pattern.quote(property) + ">(.*?)<")
                .matcher(Files.readString(root.resolve("pom.xml")));
        assertThat(version.find()).isTrue();

        assertThat(Files.readString(root.resolve("docs/guides/cookbook/trainers.md"))
                        .replaceAll("\\s+", " "))
                .contains(trainer + " " + version.group(1));
    }
}
