package dev.riffle.cli.image;

import dev.riffle.cli.Samples;
import dev.riffle.formats.image.ImageEncoder;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes folders of small images. */
public final class TestImages {

    private TestImages() {}

    /** Returns a PNG of one pixel. */
    public static Bytes dot(int red, int green, int blue) {
        return ImageEncoder.png(Drawings.pixels(1, 1, 3, red, green, blue));
    }

    static Bytes jpeg() throws IOException {
        return Bytes.ofOwned(Files.readAllBytes(Samples.photograph("coffee.jpg")));
    }

    /** Writes a folder {@code pets} with two cats and a dog. */
    public static Path pets(Path directory) throws IOException {
        Path pets = directory.resolve("pets");
        put(pets.resolve("dog/rex.png"), dot(1, 2, 3));
        put(pets.resolve("cat/tom.jpg"), jpeg());
        put(pets.resolve("cat/felix.png"), dot(4, 5, 6));
        put(pets.resolve("cat/.hidden"), Bytes.ofUtf8("hidden"));
        return pets;
    }

    public static Path put(Path file, Bytes content) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.write(file, content.toByteArray());
    }
}
