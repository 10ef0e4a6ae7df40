package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.formats.image.ImageHeader;
import dev.riffle.formats.image.MalformedImageException;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Creates Examples with the usual keys of images. */
final class ImageExamples {

    /**
     * The largest file in bytes. A record holds less than 2^31 bytes, and the rest of the Example needs some of these
     * bytes.
     */
    private static final long MOST_BYTES = Integer.MAX_VALUE - (1 << 20);

    private final ClassLabels labels;

    ImageExamples(ClassLabels labels) {
        this.labels = labels;
    }

    /**
     * Returns the Example of a file.
     *
     * @throws MalformedImageException if the file is not an image
     */
    Example read(ImageEntry entry) throws IOException {
        Bytes encoded = bytes(entry);
        ImageHeader header = ImageHeader.read(encoded);
        ExampleBuilder example = Example.builder()
                .put("image/encoded", encoded)
                .put("image/format", header.format().formatName())
                .put("image/height", header.height())
                .put("image/width", header.width())
                .put("image/channels", header.channels())
                .put("image/filename", entry.name());
        if (entry.label().isPresent()) {
            String label = entry.label().get();
            example.put("image/class/label", labels.number(label));
            labels.text(label).ifPresent(text -> example.put("image/class/text", text));
        }
        return example.build();
    }

    /** Returns the problem of a file's header. Empty if the file has the header of an image. */
    static Optional<String> problem(ImageEntry entry) throws IOException {
        try {
            ImageHeader.read(bytes(entry));
            return Optional.empty();
        } catch (MalformedImageException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Bytes bytes(ImageEntry entry) throws IOException {
        if (entry.size() > MOST_BYTES) {
            throw new IOException(entry.shown() + ": has " + Sizes.grouped(entry.size())
                    + " bytes, more than a record can hold; move it elsewhere");
        }
        try {
            return Bytes.ofOwned(Files.readAllBytes(entry.path()));
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(entry.shown() + ": " + Sizes.count(entry.size(), "byte"), e);
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException(
                    entry.shown(), null, "no such file; it was removed during the command, run the command again");
        } catch (IOException e) {
            throw new IOException(entry.shown() + ": cannot be read: " + e.getMessage(), e);
        }
    }
}
