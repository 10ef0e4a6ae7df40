package dev.riffle.formats.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.io.ByteSink;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lets NumPy read Riffle's files, if Python has NumPy. */
class NumpyProgramTest {

    /** Loads each array of the archive and saves it again. */
    private static final String PROGRAM =
            "import numpy as np\n" + "for name, array in np.load('a.npz').items(): np.save(name + '.npy', array)\n";

    @TempDir
    Path directory;

    @Test
    void readsTheArraysOfAnArchive() throws IOException, InterruptedException {
        assumeTrue(python("import numpy") == 0, "Python has no NumPy, so NumPy does not check Riffle's arrays");
        List<DenseTensor> tensors = List.of(
                DenseTensor.vector(Values.ofStrings("a", "", "日本")),
                DenseTensor.of(Shape.of(3, 2), Values.ofFloats(1, Float.NaN, -0f, 4, 5, 6)),
                DenseTensor.vector(Values.ofLongs(Long.MIN_VALUE, 0, 1)),
                DenseTensor.vector(Values.ofBooleans(true, false, true)),
                DenseTensor.of(Shape.of(3, 1, 2), Values.ofUint8(new byte[] {1, 2, 3, -1, 0, 9})),
                DenseTensor.of(Shape.of(3, 0), Values.ofDoubles()));
        try (NpzWriter archive = NpzWriter.create(ByteSink.of(directory.resolve("a.npz")))) {
            for (int i = 0; i < tensors.size(); i++) {
                write(archive.add("array" + i, describe(tensors.get(i))), tensors.get(i));
            }
            archive.commit();
        }
        assertThat(python(PROGRAM)).isZero();
        for (int i = 0; i < tensors.size(); i++) {
            Path ours = directory.resolve("ours" + i + ".npy");
            try (NpyWriter writer = NpyWriter.create(ByteSink.of(ours), describe(tensors.get(i)))) {
                write(writer, tensors.get(i));
            }
            assertThat(directory.resolve("array" + i + ".npy")).hasSameBinaryContentAs(ours);
        }
    }

    private static void write(NpyWriter writer, DenseTensor tensor) throws IOException {
        writer.write(tensor);
        writer.commit();
    }

    private static NpyArray describe(DenseTensor tensor) {
        int[] dims = tensor.shape().toArray();
        int[] rest = new int[dims.length - 1];
        System.arraycopy(dims, 1, rest, 0, rest.length);
        return tensor.dtype() == DType.STRING
                ? NpyArray.ofStrings(6, dims[0], Shape.of(rest))
                : NpyArray.of(tensor.dtype(), dims[0], Shape.of(rest));
    }

    /** Runs a program in the directory of the test. Returns its exit code, or -1 if there is no Python. */
    private int python(String program) throws IOException, InterruptedException {
        Process python;
        try {
            python = new ProcessBuilder("python3", "-c", program)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
        } catch (IOException e) {
            return -1;
        }
        return python.waitFor();
    }
}
