package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the detection of record files by their content, and the descriptions of other content. */
class ContentProbeTest {

    private static RecordReader open(byte[] content, String name) throws IOException {
        return RecordReader.open(ByteSource.of(Bytes.copyOf(content), name));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    version https://git-lfs.github.com/spec/v1\\noid sha256:4d7a\\nsize 12345\\n | git lfs pull
                    <!DOCTYPE html>\\n<html><body>404</body></html> | HTML
                    \\n <html lang="en"> | HTML
                    <?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error> | XML
                    {"features": {"feature": {}}} | JSON
                    [1, 2, 3] | JSON
                    species,island,length\\nAdelie,Biscoe,37.8\\n | CSV
                    just some words | text
                    PAR1.................... | Parquet
                    """)
    void namesKindsOfTextFiles(String content, String expected) {
        byte[] bytes = content.replace("\\n", "\n").getBytes(StandardCharsets.UTF_8);
        for (String name : new String[] {"data", "train.tfrecord", "part-0.ofrecord"}) {
            assertThatThrownBy(() -> open(bytes, name))
                    .isInstanceOf(UnrecognizedFileException.class)
                    .hasMessageStartingWith(name + ": not a TFRecord or OFRecord file: it looks like")
                    .hasMessageContaining(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "504b0304140000000800, zip",
        "89504e470d0a1a0a0000000d49484452, PNG",
        "ffd8ffe000104a464946, JPEG",
        "28b52ffd0458690000, zstd",
        "894844460d0a1a0a00, HDF5",
        "00000000000000000000000000000000, zero bytes",
        "800495170000000000, pickle",
        "0a23d7ce0000000000, RecordIO",
        "deadbeefdeadbeefdeadbeef, deadbeefdeadbeef"
    })
    void namesKindsOfBinaryFiles(String hex, String expected) {
        assertThatThrownBy(() -> open(HexFormat.of().parseHex(hex), "data"))
                .isInstanceOf(UnrecognizedFileException.class)
                .hasMessageContaining(expected);
    }

    /** Tests the beginnings of files that often lie next to record files. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    model_checkpoint_path: "model.ckpt-7"\\n | the list of TensorFlow checkpoints
                    {"a": 1}\\n | JSON text; 'riffle import' converts JSON lines to records
                    a,b\\n1,2\\n | text with commas, perhaps CSV; 'riffle import' converts it to records
                    BZh91AY&SY | bzip2 data; decompress it first
                    """)
    void namesNeighboursOfRecordFilesInText(String content, String expected) {
        byte[] bytes = content.replace("\\n", "\n").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> open(bytes, "checkpoint"))
                .isInstanceOf(UnrecognizedFileException.class)
                .hasMessageContaining(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "x.bagz, 28b52ffd0400000000000000",
        "d/x.bag, 61626303000000000000000300000000000000",
        "x, 83af70d10d884a3f0000000000000000"
    })
    void namesTheArtifactOfAContainerThatIsNotInstalled(String name, String hex) {
        assertThatThrownBy(() -> open(HexFormat.of().parseHex(hex), name))
                .isInstanceOf(UnrecognizedFileException.class)
                .hasMessageEndingWith("; to read ArrayRecord and Bagz, add the artifact dev.riffle:riffle-arrayrecord");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    83af70d10d884a3f00000000000000004000000000000000 | a Riegeli file, such as an ArrayRecord
                    0801128a020a4b0a00125a0a0a0a034164641a | a TensorFlow SavedModel
                    08011203120141 | hexadecimal
                    504b030414000000000000002100f0a1 | a zip archive; unpack it first
                    504b03041400000000000000210000000000000000000000000005000000782e6e7079934e | a NumPy archive (.npz)
                    504b03041400000000000000210000000000000000000000000005000000782e74787461 | a zip archive
                    934e554d5059010076007b | a NumPy array file (.npy)
                    49492a0008000000 | a TIFF image
                    4d4d002a00000008 | a TIFF image
                    424d3a0000000000000036000000280000 | a BMP image
                    524946462400000057454250 | a RIFF file (WebP, WAV or AVI)
                    4152524f573100000000 | an Arrow file
                    4f626a0104166176726f | an Avro file
                    894844460d0a1a0a00 | an HDF5 file
                    28b52ffd0458690000 | zstd data; decompress it first
                    fd377a585a0000 | xz data; decompress it first
                    000006080112020801007b006400808001 | unknown binary data
                    """)
    void namesNeighboursOfRecordFilesInBinary(String hex, String expected) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        String text = expected.equals("hexadecimal") ? "begins with " + hex : expected;
        assertThatThrownBy(() -> open(bytes, "data"))
                .isInstanceOf(UnrecognizedFileException.class)
                .hasMessageContaining(text);
    }

    @Test
    void namesTheIndexOfACheckpointByItsLastBytes() throws IOException {
        byte[] index = HexFormat.of()
                .parseHex("00000608011a020801" + "0000000001000000" + "00".repeat(40) + "57fb808b247547db");
        for (String name : new String[] {"model.ckpt-7.index", "train.tfrecord", "x"}) {
            assertThatThrownBy(() -> open(index, name))
                    .isInstanceOfSatisfying(
                            UnrecognizedFileException.class,
                            e -> assertThat(e.isSomethingElse()).isTrue())
                    .hasMessageContaining("an SSTable, such as the index of a TensorFlow checkpoint");
        }
        assertThatThrownBy(() -> RecordReader.open(ByteSource.of(new OneByteChannel(index), "pipe")))
                .as("the end of a stream is not known")
                .hasMessageContaining("unknown binary data");
    }

    @Test
    void namesTheDataOfACheckpointByItsName() {
        for (byte[] content : new byte[][] {new byte[200], HexFormat.of().parseHex("deadbeefdeadbeefdeadbeef")}) {
            for (String name :
                    new String[] {"model.ckpt-7.data-00000-of-00001", "/m/variables/variables.data-00000-of-00002"}) {
                assertThatThrownBy(() -> open(content, name))
                        .isInstanceOfSatisfying(
                                UnrecognizedFileException.class,
                                e -> assertThat(e.isSomethingElse()).isFalse())
                        .hasMessageContaining("the data of a TensorFlow checkpoint, by its name");
            }
        }
        assertThatThrownBy(() -> open(new byte[] {8, 1, 9}, "model/saved_model.pb"))
                .hasMessageContaining("a TensorFlow SavedModel");
    }

    @Test
    void readsDamagedRecordsNamedLikeACheckpoint() throws IOException {
        byte[] file = RecordFiles.GOLDEN.clone();
        file[9] ^= 1;
        try (RecordReader reader = open(file, "train.data-00000-of-00001")) {
            assertThatThrownBy(reader::next).isInstanceOf(CorruptRecordException.class);
        }
    }

    @Test
    void reportsADamagedFirstHeaderOfAnEventFile() throws IOException {
        byte[] file = Arrays.copyOf(RecordFiles.GOLDEN, 20);
        file[9] ^= 1;
        try (RecordReader reader = open(file, "run/events.out.tfevents.1700000000.host")) {
            assertThatThrownBy(reader::next).isInstanceOf(CorruptRecordException.class);
        }
    }

    @Test
    void namesTheContentOfGzipFiles() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write("{\"a\": 1}\n".getBytes());
        }
        assertThatThrownBy(() -> open(out.toByteArray(), "data.gz"))
                .isInstanceOf(UnrecognizedFileException.class)
                .hasMessageContaining("gzip data that contains JSON");
    }

    @ParameterizedTest
    @CsvSource({
        "504b0304140000000800, true",
        "68656c6c6f20776f726c6421, true",
        "0700000000, false",
        "00000000000000000000000000000000, false",
        "1f8b080000, false",
        "deadbeefdeadbeefdeadbeef, false"
    })
    void reportsWhetherTheFileMayBeDamaged(String hex, boolean somethingElse) {
        assertThatThrownBy(() -> open(HexFormat.of().parseHex(hex), "part-0"))
                .isInstanceOfSatisfying(
                        UnrecognizedFileException.class,
                        e -> assertThat(e.isSomethingElse()).isEqualTo(somethingElse));
    }

    @Test
    void ignoresTheNameOfIntactFiles() throws IOException {
        byte[] gzip = RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), "one".getBytes());
        try (RecordReader reader = open(gzip, "train.tfrecords")) {
            assertThat(reader.compression()).isEqualTo(Compression.GZIP);
            assertThat(reader.next()).isTrue();
        }
        try (RecordReader reader = open(RecordFiles.GOLDEN_OFRECORD, "data.tfrecord")) {
            assertThat(reader.format()).isEqualTo(RecordFormat.OFRECORD);
        }
    }

    @Test
    void reportsADamagedFirstHeaderIfNameOrContentIsTfRecord() throws IOException {
        byte[] file = RecordFiles.GOLDEN.clone();
        file[9] ^= 1;
        for (String name : new String[] {"train.tfrecord", "train.tfrecord-00000-of-00010", "data"}) {
            try (RecordReader reader = open(file, name)) {
                assertThatThrownBy(reader::next).isInstanceOfSatisfying(CorruptRecordException.class, damage -> {
                    assertThat(damage.reason()).isEqualTo(Reason.LENGTH_CHECKSUM);
                    assertThat(damage.offset()).isZero();
                });
            }
        }
    }

    @Test
    void optionsOverrideDetection() throws IOException {
        byte[] text = "{\"not\": \"records\"}".getBytes();
        RecordReaderOptions asTfRecord = RecordReaderOptions.defaults().format(RecordFormat.TFRECORD);
        assertThat(RecordFiles.read(RecordFiles.source(text), asTfRecord).only().reason())
                .isEqualTo(Reason.LENGTH_CHECKSUM);
        assertThat(RecordFiles.read(RecordFiles.source(RecordFiles.GOLDEN), RecordFiles.tfRecord(Compression.GZIP))
                        .only()
                        .reason())
                .isEqualTo(Reason.DECOMPRESSION);
        assertThatThrownBy(() -> RecordReader.open(
                        RecordFiles.source(RecordFiles.GOLDEN_OFRECORD),
                        RecordReaderOptions.defaults()
                                .format(RecordFormat.OFRECORD)
                                .compression(Compression.SNAPPY)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void rejectsRandomBytes() {
        long seed = Rounds.seed("content probe");
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(300)];
            random.nextBytes(bytes);
            assertThatThrownBy(() -> open(bytes, "data"))
                    .as("seed %d round %d", seed, i)
                    .isInstanceOf(UnrecognizedFileException.class);
        }
    }

    @Test
    void checksTheContentOfGzipFilesNamedTfRecord() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write("hello world, this is text\n".getBytes());
        }
        assertThatThrownBy(() -> open(out.toByteArray(), "x.tfrecord"))
                .isInstanceOf(UnrecognizedFileException.class)
                .hasMessageContaining("gzip data that contains text");
    }

    @Test
    void acceptsAFewBytesAsATornTail() throws IOException {
        RecordReaderOptions torn = RecordReaderOptions.defaults().damage(DamagePolicy.STOP_AT_TORN_TAIL);
        for (byte[] few : new byte[][] {{0}, new byte[7], {53}, {97, 0, 0, 0}}) {
            try (RecordReader reader = RecordReader.open(ByteSource.of(Bytes.copyOf(few), "x.tfrecord"), torn)) {
                assertThat(reader.next()).isFalse();
                assertThat(reader.tornTail()).isPresent();
            }
        }
    }

    /**
     * Detects a length of 259 bytes, which looks like a Snappy block of 50 MB. The source has far fewer bytes, but
     * stays open.
     */
    @Test
    void detectsOfRecordLengthsThatLookLikeSnappyBlocks() throws IOException {
        byte[] value = new byte[244];
        byte[] message = new byte[259];
        byte[] head = HexFormat.of().parseHex("0a8002" + "0a0161" + "12fa01" + "0af701" + "0af401");
        System.arraycopy(head, 0, message, 0, head.length);
        System.arraycopy(value, 0, message, head.length, value.length);
        byte[] file = new byte[2 * 267];
        for (int at = 0; at < file.length; at += 267) {
            file[at] = 3;
            file[at + 1] = 1;
            System.arraycopy(message, 0, file, at + 8, message.length);
        }
        RecordReaderOptions options = RecordReaderOptions.defaults();
        assertThat(RecordFiles.read(ByteSource.of(Bytes.copyOf(file), "part-0"), options)
                        .records())
                .hasSize(2);
        try (RecordReader reader = RecordReader.open(ByteSource.of(new OneByteChannel(file), "pipe"), options)) {
            assertThat(reader.format()).isEqualTo(RecordFormat.OFRECORD);
        }
    }
}
