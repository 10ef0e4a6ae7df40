package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import dev.riffle.formats.numpy.NpyArray;
import dev.riffle.formats.numpy.NpyWriter;
import dev.riffle.formats.numpy.NpzWriter;
import dev.riffle.io.ByteSink;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code riffle import} with NumPy's files. */
class ArrayImportTest {

    @TempDir
    Path directory;

    private static final DenseTensor IMAGES = DenseTensor.of(Shape.of(3, 2), Values.ofUint8(new byte[] {1, 2, 3, 4, 5, -1}));
    private static final DenseTensor WEIGHTS = DenseTensor.vector(Values.ofDoubles(0.5, 0.1, 2));

    @BeforeEach
    void writeArrays() throws IOException {
        try (NpyWriter images = NpyWriter.create(ByteSink.of(directory.resolve("images.npy")), array(IMAGES));
                NpyWriter weights = NpyWriter.create(ByteSink.of(directory.resolve("weights.npy")), array(WEIGHTS));
                NpzWriter archive = NpzWriter.create(ByteSink.of(directory.resolve("all.npz")))) {
            images.write(IMAGES);
            images.commit();
            weights.write(WEIGHTS);
            weights.commit();
            for (String name : new String[] {"weights", "others"}) {
                NpyWriter inArchive = archive.add(name, array(WEIGHTS));
                inArchive.write(WEIGHTS);
                inArchive.commit();
            }
            archive.commit();
        }
    }

    private static NpyArray array(DenseTensor tensor) {
        return NpyArray.of(tensor.dtype(), 3, tensor.shape().rank() == 1 ? Shape.scalar() : Shape.of(2));
    }

    private CommandRun run(String words) {
        return CommandRun.of(directory, words.split(" "));
    }

    @Test
    void eachArrayBecomesAFeature() {
        CommandRun run = run("import images.npy weights.npy -o out.tfrecord");
        assertThat(run.text()).isEqualTo("""
                types: images:int64,weights:float
                out.tfrecord: 3 records
                """);
        assertThat(run.err())
                .isEqualTo("note: 1 value of float64 lost digits, because an Example has 32-bit floats;"
                        + " --format ofrecord keeps them\n");
        assertThat(run("export out.tfrecord").text()).isEqualTo("""
                {"images":[1,2],"weights":0.5}
                {"images":[3,4],"weights":0.1}
                {"images":[5,255],"weights":2.0}
                """);
        assertThat(run("import all.npz -o all.ofrecord --json").text())
                .startsWith("{\"records\":3,\"types\":\"weights:double,others:double\",");
    }

    @Test
    void rejectsWhatIsNotClear() throws IOException {
        Files.writeString(directory.resolve("a.csv"), "a\n1\n");
        assertThat(run("import images.npy a.csv -o out").err())
                .startsWith("a.csv: not an array; import arrays and text with two commands");
        assertThat(run("import weights.npy all.npz -o out").err())
                .startsWith("all.npz: a second array is named weights; rename one file, or import them separately");
        assertThat(run("import weights.npy --types weights:float -o out").err())
                .startsWith("--input-kind, --types, --delimiter, --header and --list-separator are for text, but"
                        + " weights.npy has arrays");
        Files.writeString(directory.resolve("text.npy"), "a\n1\n");
        assertThat(run("import text.npy -o out").err())
                .contains("text.npy: not an array of NumPy: the file does not begin with NumPy's signature");
        assertThat(directory.resolve("out")).doesNotExist();
    }
}
