package dev.riffle.cli;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.formats.image.ImageHeader;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** Converts two photographs to Examples, with the feature names that TensorFlow's documentation uses. */
final class DemoPhotographs {

    private static final List<String> PHOTOGRAPHS = List.of("chelsea.jpg", "coffee.jpg");

    private DemoPhotographs() {}

    static void play(DemoStage stage) throws IOException {
        stage.step("Write photographs as Examples");
        stage.say("A cat and a cup of coffee (CC0), written by the library:");
        stage.say("");
        stage.say("    RecordWriter.write(path, records -> records.write(Example.builder()");
        stage.say("            .put(\"height\", height).put(\"width\", width).put(\"depth\", depth)");
        stage.say("            .put(\"label\", label).put(\"image_raw\", jpegBytes).build().toBytes()));");
        stage.say("");
        RecordWriter.write(stage.path("photographs.tfrecord"), records -> {
            for (int label = 0; label < PHOTOGRAPHS.size(); label++) {
                records.write(example(stage, label).toBytes());
            }
        });
        stage.run("riffle info photographs.tfrecord");
        stage.run("riffle verify photographs.tfrecord");
        stage.run("riffle show photographs.tfrecord");
        stage.run("riffle export --as csv --columns label,height,width,depth photographs.tfrecord");
        int label = 0;
        try (RecordReader records = RecordReader.open(stage.path("photographs.tfrecord"))) {
            while (records.next()) {
                Bytes image =
                        Example.parse(records.payload()).feature("image_raw").bytesValue();
                stage.check(image.equals(Bytes.ofOwned(jpeg(stage, label))), PHOTOGRAPHS.get(label));
                label++;
            }
        }
        stage.check(label == PHOTOGRAPHS.size(), "the number of photographs");
        stage.say("Read back by the library: both images are equal to their files, byte for byte.");
    }

    private static Example example(DemoStage stage, int label) throws IOException {
        byte[] jpeg = jpeg(stage, label);
        ImageHeader header = ImageHeader.read(Bytes.ofOwned(jpeg));
        return Example.builder()
                .put("height", header.height())
                .put("width", header.width())
                .put("depth", header.channels())
                .put("label", label)
                .put("image_raw", jpeg)
                .build();
    }

    private static byte[] jpeg(DemoStage stage, int label) throws IOException {
        return Files.readAllBytes(stage.path(PHOTOGRAPHS.get(label)));
    }
}
