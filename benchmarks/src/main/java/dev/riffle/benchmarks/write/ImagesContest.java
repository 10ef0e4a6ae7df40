package dev.riffle.benchmarks.write;

import dev.riffle.RecordReader;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.Progress;
import dev.riffle.benchmarks.harness.RecordFiles;
import dev.riffle.cli.CdsTraining;
import dev.riffle.example.Example;
import dev.riffle.formats.image.ImageEncoder;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Compares {@code riffle images} over a directory of small JPEG images with a loop. The loop reads the same files in
 * the same order and writes their bytes into one file, without frames, checksums or Examples. Both sides wait for the
 * storage at the end.
 */
public final class ImagesContest implements Contest {

    private static final long SEED = 20261121;
    private static final int DIFFERENT = 500;
    private static final int SMALLEST = 72;
    private static final int SIZES = 32;
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path folder;
    private final Path directory;
    private final Path file;
    private final Path otherFile;
    private final int images;

    public ImagesContest(RecordFiles files, int images) throws IOException {
        this.folder = Files.createDirectory(files.path("images"));
        this.directory = files.path("");
        this.file = files.path("written-by-riffle");
        this.otherFile = files.path("written-by-loop");
        this.images = images;
        List<Bytes> encoded = encoded();
        long bytes = 0;
        for (int i = 0; i < images; i++) {
            Bytes image = encoded.get(i % DIFFERENT);
            Files.write(folder.resolve(String.format(Locale.ROOT, "%05d.jpg", i)), image.toByteArray());
            bytes += image.size();
        }
        Progress.say("  " + images + " images of " + bytes / images + " bytes each");
    }

    /** Returns images of noise, which compresses badly. Each image has a size of 5 to 10 kB. */
    private static List<Bytes> encoded() {
        Random random = new Random(SEED);
        List<Bytes> encoded = new ArrayList<>();
        for (int i = 0; i < DIFFERENT; i++) {
            int side = SMALLEST + i % SIZES;
            byte[] samples = new byte[side * side * 3];
            random.nextBytes(samples);
            encoded.add(ImageEncoder.jpeg(DenseTensor.of(Shape.of(side, side, 3), Values.ofUint8(samples)), 75));
        }
        return encoded;
    }

    @Override
    public long ours() throws IOException {
        InputStream nothing = new ByteArrayInputStream(new byte[0]);
        int code = CdsTraining.run(directory, nothing, "images", "images", "-o", "written-by-riffle");
        Contest.requireEqual(0, code);
        return images;
    }

    @Override
    public long baseline() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.forEach(files::add);
        }
        Collections.sort(files);
        try (FileChannel out = FileChannel.open(otherFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
            for (Path image : files) {
                byte[] bytes = Files.readAllBytes(image);
                if (bytes.length > buffer.remaining()) {
                    drain(buffer, out);
                }
                buffer.put(bytes);
            }
            drain(buffer, out);
            out.force(true);
        }
        return files.size();
    }

    private static void drain(ByteBuffer buffer, FileChannel out) throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            out.write(buffer);
        }
        buffer.clear();
    }

    /** Checks that the images in Riffle's records, joined in order, equal the baseline's file. */
    @Override
    public void check() throws IOException {
        clear();
        Contest.requireEqual(ours(), baseline());
        byte[] expected = Files.readAllBytes(otherFile);
        int at = 0;
        try (RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                Bytes image = Example.parse(records.payload())
                        .feature("image/encoded")
                        .bytesValue();
                Contest.requireEqual(image, Bytes.copyOf(expected, at, image.size()));
                at += image.size();
            }
        }
        Contest.requireEqual(at, expected.length);
    }

    @Override
    public void clear() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(otherFile);
    }

    @Override
    public void close() throws IOException {
        clear();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path image : stream) {
                Files.delete(image);
            }
        }
        Files.delete(folder);
    }
}
