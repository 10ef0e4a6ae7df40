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
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code riffle import} and {@code riffle export} with NumPy's files. */
class ArrayCommandsTest {

    @TempDir
    Path directory;

    private static final DenseTensor IMAGES =
            DenseTensor.of(Shape.of(3, 2), Values.ofUint8(new byte[] {1, 2, 3, 4, 5, -1}));
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
    void exportsTheArraysAgain() throws IOException {
        run("import images.npy -o a.ofrecord");
        assertThat(run("export a.ofrecord -o b.npy").code()).isZero();
        run("import b.npy -o b.ofrecord");
        assertThat(run("export b.ofrecord").text())
                .isEqualTo(run("export a.ofrecord").text().replace("images", "b"));
        run("import all.npz -o all.ofrecord");
        assertThat(run("export all.ofrecord --as npz -o again").code()).isZero();
        Files.move(directory.resolve("again"), directory.resolve("again.npz"));
        run("import again.npz -o again.ofrecord");
        assertThat(run("diff all.ofrecord again.ofrecord").code()).isZero();
    }

    @Test
    void exportsEachKind() throws IOException {
        Files.writeString(directory.resolve("a.jsonl"), """
                {"n": [1, 2], "f": 0.5, "t": "a"}
                {"n": [3, 4], "f": 1.5, "t": "bcd"}
                """);
        run("import a.jsonl -o a.tfrecord");
        assertThat(run("export a.tfrecord -o a.npz").err()).isEmpty();
        run("import a.npz -o b.tfrecord");
        assertThat(run("diff a.tfrecord b.tfrecord").code()).isZero();
        assertThat(run("export a.tfrecord -o one.npy").err())
                .startsWith("one.npy: an .npy file has one array, but the records have f, n, t;"
                        + " choose one with --columns, or use --as npz");
        assertThat(run("export a.tfrecord -o one.npy -c t -n 1").code()).isZero();
        assertThat(run("import one.npy -o one.tfrecord").text()).contains("one.tfrecord: 1 record");
        assertThat(run("export a.tfrecord -o x.npy --as csv").err())
                .startsWith("x.npy: the ending means npy, but --as is csv;");
        assertThat(run("export a.tfrecord --as npz --exact").err())
                .contains("--exact, --delimiter and --list-separator are for text");
    }

    @Test
    void exportsOnlyFeaturesThatFit() throws IOException {
        Files.writeString(directory.resolve("a.jsonl"), """
                {"n": [1, 2], "f": 1, "t": "a", "z": "a\\u0000", "same": 1}
                {"n": [3], "f": 1, "same": 2}
                """);
        run("import a.jsonl -o a.tfrecord");
        assertThat(run("export a.tfrecord -o a.npz").err())
                .startsWith("a.tfrecord: record 0: feature \"z\" has a value that ends with a zero byte; NumPy does not"
                        + " keep it; choose other features with --columns");
        assertThat(run("export a.tfrecord -o a.npz -c n").err())
                .startsWith("a.tfrecord: record 1: feature \"n\" has 1 value, but 2 in a.tfrecord: record 0;"
                        + " all rows of an array have equally many;");
        assertThat(run("export a.tfrecord -o a.npz -c t").err())
                .startsWith("a.tfrecord: record 1: feature \"t\" is missing; an array has a row for each record;");
        assertThat(run("export a.tfrecord -o a.npz -c none").err())
                .startsWith("a.tfrecord: record 0: feature \"none\" is missing;");
        assertThat(directory.resolve("a.npz")).doesNotExist();
        assertThat(run("export a.tfrecord -o a.npz -c same").code()).isZero();
        Files.writeString(directory.resolve("b.jsonl"), "{\"\": 1}\n");
        run("import b.jsonl -o b.tfrecord");
        assertThat(run("export b.tfrecord -o b.npz").err())
                .startsWith("b.tfrecord: record 0: feature \"\" has no name; an array in an archive needs a name;");
        Files.createFile(directory.resolve("empty.tfrecord"));
        assertThat(run("export empty.tfrecord -o b.npz").err())
                .startsWith("no records, so the types of the arrays are unknown");
    }

    @Test
    void rejectsEndingsThatContradictTheKind() {
        run("import weights.npy -o w.tfrecord");
        assertThat(run("export w.tfrecord -o x.csv --as npz").err())
                .startsWith("x.csv: the ending .csv means csv, but --as is npz; omit --as, or choose another name");
        assertThat(run("export w.tfrecord -o x.tfrecord --as npy").err())
                .startsWith("x.tfrecord: the ending .tfrecord means TFRecord records, but --as is npy;");
        assertThat(run("export w.tfrecord -o x.gz --as npy").err())
                .startsWith("x.gz: the ending .gz means gzip, but --as is npy;");
        assertThat(run("export w.tfrecord -o x.npz.gz --as npz").err())
                .startsWith("x.npz.gz: only export writes .npz files; export writes .csv, .tsv and .jsonl, also with"
                        + " .gz, and uncompressed .npy, .npz, .arrow and .arrows");
        assertThat(directory.toFile().list((folder, name) -> name.startsWith("x.")))
                .isEmpty();
        assertThat(run("export w.tfrecord -o x.other --as npy").code()).isZero();
    }

    @Test
    void namesAnArrayWithoutItsEnding() throws IOException {
        byte[] array = Files.readAllBytes(directory.resolve("weights.npy"));
        Files.write(directory.resolve("weights"), array);
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(directory.resolve("weights.npy.gz")))) {
            packed.write(array);
        }
        String problem = ": an array of NumPy; import reads arrays only from uncompressed files with names that end in"
                + " .npy or .npz";
        assertThat(run("import weights -o out").err()).startsWith("weights" + problem);
        assertThat(run("import weights.npy.gz -o out").err()).startsWith("weights.npy.gz" + problem);
        assertThat(CommandRun.with(directory, array, "import", "-", "-o", "out").err())
                .startsWith("standard input" + problem);
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
