package dev.riffle;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Riffle and TensorFlow write equal bytes without compression, and equal content with compression. */
class WritingConformanceTest {

    @Test
    void agreesWithTensorFlow() throws IOException {
        ConformanceFile.run("writing.jsonl", WritingConformanceTest::problems);
    }

    private static List<String> problems(ConformanceCase aCase) throws IOException {
        List<byte[]> records = records(aCase);
        Compression compression = compression(aCase);
        byte[] file = RecordFiles.write(
                RecordWriterOptions.defaults().compression(compression), records.toArray(byte[][]::new));
        List<String> problems = new ArrayList<>();
        if (aCase.hasBytes("file") && !Arrays.equals(file, aCase.bytes("file"))) {
            problems.add("the file differs");
        }
        if (aCase.hasBytes("decompressed")
                && !Arrays.equals(decompress(file, compression), aCase.bytes("decompressed"))) {
            problems.add("the decompressed file differs");
        }
        if (!aCase.hasBytes("file") && !aCase.hasBytes("decompressed")) {
            problems.add("the case expects nothing");
        }
        RecordFiles.Outcome read = RecordFiles.read(RecordFiles.source(file), RecordReaderOptions.defaults());
        if (!read.damage().isEmpty()
                || !read.records().equals(records.stream().map(Bytes::copyOf).toList())) {
            problems.add("the written file has " + read.records().size() + " records and the damage " + read.damage());
        }
        return problems;
    }

    /**
     * Returns the compression with the level of the case. Riffle cannot set the other options of zlib, which do not
     * change the content.
     */
    private static Compression compression(ConformanceCase aCase) {
        Compression compression = Compression.of(aCase.text("compression"));
        boolean level = aCase.has("options") && aCase.object("options").has("compression_level");
        return level ? compression.level((int) aCase.object("options").number("compression_level")) : compression;
    }

    private static List<byte[]> records(ConformanceCase aCase) throws IOException {
        if (aCase.has("records_b64")) {
            return aCase.bytesItems("records");
        }
        List<byte[]> records = new ArrayList<>();
        for (byte[] zipped : aCase.bytesItems("records_gz")) {
            try (InputStream in = new GZIPInputStream(new java.io.ByteArrayInputStream(zipped))) {
                records.add(in.readAllBytes());
            }
        }
        return records;
    }

    private static byte[] decompress(byte[] file, Compression compression) throws IOException {
        return Channels.newInputStream(
                        compression.decompress(RecordFiles.source(file).open(0)))
                .readAllBytes();
    }
}
