package dev.riffle.spark.internal.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.options.RecordOptions.Strings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordOptionsTest {

    private static final String CODECS =
            ", default or deflate (the last two write zlib), or GzipCodec, DefaultCodec or DeflateCodec,"
                    + " with or without org.apache.hadoop.io.compress.*";

    private static RecordOptions of(String... namesAndValues) {
        return of(RecordFormat.TFRECORD, namesAndValues);
    }

    private static RecordOptions of(RecordFormat format, String... namesAndValues) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            options.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return RecordOptions.of(format, options, "_corrupt_record");
    }

    @Test
    void hasDefaults() {
        assertThat(of())
                .isEqualTo(new RecordOptions(
                        RecordFormat.TFRECORD,
                        RecordType.EXAMPLE,
                        "payload",
                        ReadMode.FAILFAST,
                        "_corrupt_record",
                        "NONE",
                        true,
                        false,
                        false,
                        0,
                        10,
                        1000,
                        Strings.VALID,
                        false,
                        SchemaSource.AUTO,
                        true));
    }

    @Test
    void readsEveryOptionInAnyCase() {
        assertThat(of(
                        "RECORDTYPE", "sequenceexample",
                        "Mode", "dropMalformed",
                        "columnnameofcorruptrecord", "Wrong Ones",
                        "COMPRESSION", "GZip",
                        "splitTable", "FALSE",
                        "flattenstructs", "True",
                        "shardbytes", "128M",
                        "inferfiles", "ALL",
                        "inferrecords", "7",
                        "stringsas", "NEVER",
                        "WIDEN", "True",
                        "schemasource", "Sample",
                        "writemanifest", "False"))
                .isEqualTo(new RecordOptions(
                        RecordFormat.TFRECORD,
                        RecordType.SEQUENCE_EXAMPLE,
                        "payload",
                        ReadMode.DROPMALFORMED,
                        "Wrong Ones",
                        "GZIP",
                        false,
                        false,
                        true,
                        128 << 20,
                        Integer.MAX_VALUE,
                        7,
                        Strings.NEVER,
                        true,
                        SchemaSource.SAMPLE,
                        false));
    }

    @Test
    void readsOptionsOfListsOfExamples() {
        RecordOptions lists = of("recordType", "examplelistwithcontext", "EXPLODEexamples", "TRUE");

        assertThat(lists.recordType()).isEqualTo(RecordType.EXAMPLE_LIST_WITH_CONTEXT);
        assertThat(lists.explodesExamples()).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("explodeExamples", "true"))
                .withMessage("option explodeExamples: expected recordType ExampleListWithContext, found Example;"
                        + " set recordType, or omit explodeExamples");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordOptions.of(
                        RecordFormat.OFRECORD, Map.of("recordType", "ExampleListWithContext"), "_corrupt_record"))
                .withMessage("option recordType: expected Example or Bytes for OFRecord files, found"
                        + " ExampleListWithContext; only TFRecord files have lists of Examples");
        assertThat(of("recordType", "ExampleListWithContext", "schemaSource", "manifest")
                        .schemaSource())
                .isEqualTo(SchemaSource.MANIFEST);
    }

    @Test
    void readsSparksMapOfOptions() {
        CaseInsensitiveStringMap options =
                new CaseInsensitiveStringMap(Map.of("recordType", "ByteArray", "inferRecords", " all "));

        RecordOptions checked = RecordOptions.of(RecordFormat.OFRECORD, options, "bad");

        assertThat(checked.recordType()).isEqualTo(RecordType.BYTES);
        assertThat(checked.payloadColumn()).isEqualTo("byteArray");
        assertThat(checked.sampledRecords()).isEqualTo(Long.MAX_VALUE);
        assertThat(checked.corruptColumn()).isEqualTo("bad");
    }

    @Test
    void theSchemaOfAllRecordsComesFromASampleOfAll() {
        assertThat(of("schemaSource", "all").sampledFiles()).isEqualTo(Integer.MAX_VALUE);
        assertThat(of("schemaSource", "all").sampledRecords()).isEqualTo(Long.MAX_VALUE);
        assertThat(of("schemaSource", "all", "inferFiles", "ALL")).isEqualTo(of("schemaSource", "all"));
    }

    @ParameterizedTest
    @CsvSource({
        "all, inferFiles, 5, all records",
        "all, inferRecords, 1000, all records",
        "manifest, inferFiles, 5, no records for the schema",
        "manifest, inferRecords, all, no records for the schema"
    })
    void rejectsASizeOfASampleWithoutASample(String source, String name, String size, String reads) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("schemaSource", source, name, size))
                .withMessage("option " + name + " is " + size + ", but option schemaSource is " + source
                        + ", which reads " + reads + "; set only one of the two options");
    }

    @Test
    void ignoresOptionsOfOtherLibraries() {
        assertThat(of("pathGlobFilter", "*.gz", "path", "/data", "inferSchema", "maybe"))
                .isEqualTo(of());
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "512b, 512",
        "3k, 3072",
        "64KiB, 65536",
        "128m, 134217728",
        "128 MB, 134217728",
        "2G, 2147483648",
        "1t, 1099511627776",
        "9223372036854775807, 9223372036854775807",
        "8388607t, 9223370937343148032",
        "none, 0"
    })
    void readsSizes(String text, long bytes) {
        assertThat(of("shardBytes", text).shardBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "0",
        "0m",
        "-1",
        "m",
        "''",
        "1.5g",
        "128x",
        "128mm",
        "1e9",
        "9223372036854775808",
        "8388608t",
        "99999999999999999999g",
        "\u0661m",
        "128 m b"
    })
    void rejectsInvalidSizes(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("shardBytes", text))
                .withMessage("option shardBytes: expected a positive number of bytes such as 134217728, 128m or 1g, or"
                        + " none, found " + text);
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.hadoop.io.compress.GzipCodec, GZIP",
        "org.apache.hadoop.io.compress.DefaultCodec, ZLIB",
        "org.apache.hadoop.io.compress.DeflateCodec, ZLIB",
        "GzipCodec, GZIP",
        "defaultcodec, ZLIB",
        "gzip, GZIP",
        "Deflate, ZLIB"
    })
    void readsCodecsOfHadoop(String codec, String compression) {
        assertThat(of("codec", codec).compression()).isEqualTo(compression);
        assertThat(of("compression", codec).compression()).isEqualTo(compression);
        assertThat(of("Codec", codec, "compression", compression).compression()).isEqualTo(compression);
    }

    @ParameterizedTest
    @CsvSource({"none", "uncompressed", "''", "NONE"})
    void readsCodecsWithoutCompression(String codec) {
        assertThat(of("codec", codec).compression()).isEqualTo("NONE");
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.hadoop.io.compress.BZip2Codec",
        "org.apache.hadoop.io.compress.Lz4Codec",
        "org.apache.hadoop.io.compress.ZStandardCodec",
        "com.hadoop.compression.lzo.LzopCodec",
        "com.example.GzipCodec",
        "zstd",
        "Codec"
    })
    void rejectsOtherCodecs(String codec) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("codec", codec))
                .withMessage("option codec: expected none, uncompressed, gzip" + CODECS + ", found " + codec);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("compression", codec))
                .withMessage("option compression: expected none, gzip, zlib, snappy" + CODECS + ", found " + codec);
    }

    @Test
    void rejectsHadoopsSnappyWithTheReason() {
        for (String codec : new String[] {"org.apache.hadoop.io.compress.SnappyCodec", "SnappyCodec", "snappy"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> of("codec", codec))
                    .withMessageContaining(", found " + codec + "; TensorFlow does not read Hadoop's framing of Snappy:"
                            + " set option compression to snappy for TensorFlow's framing");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("compression", "org.apache.hadoop.io.compress.SnappyCodec"))
                .withMessageContaining("TensorFlow does not read Hadoop's framing of Snappy");
        assertThat(of("compression", "snappy").compression()).isEqualTo("SNAPPY");
    }

    @Test
    void rejectsACodecThatContradictsTheCompression() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("compression", "none", "codec", "org.apache.hadoop.io.compress.GzipCodec"))
                .withMessage("option compression is none, but option codec is gzip:"
                        + " org.apache.hadoop.io.compress.GzipCodec; set one of them");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("compression", "gzip", "codec", "DefaultCodec"))
                .withMessage("option compression is gzip, but option codec is zlib: DefaultCodec; set one of them");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(RecordFormat.OFRECORD, "codec", "org.apache.hadoop.io.compress.DefaultCodec"))
                .withMessage("option compression: expected none or gzip for OFRecord files, found zlib");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "recordType | Record | Example, SequenceExample, ExampleListWithContext or Bytes",
                "mode | fast | PERMISSIVE, DROPMALFORMED or FAILFAST",
                "compression | zstd | none, gzip, zlib, snappy" + CODECS,
                "compression | '' | none, gzip, zlib, snappy" + CODECS,
                "splittable | yes | true or false",
                "explodeExamples | 1 | true or false",
                "flattenStructs | 1 | true or false",
                "inferFiles | 0 | a number from 1 to 2147483647, or all",
                "inferFiles | 2147483648 | a number from 1 to 2147483647, or all",
                "inferFiles | -3 | a number from 1 to 2147483647, or all",
                "inferRecords | some | a number from 1 to 9223372036854775807, or all",
                "inferRecords | 9223372036854775808 | a number from 1 to 9223372036854775807, or all",
                "stringsAs | sometimes | valid, never or always"
            })
    void rejectsOtherValuesWithTheChoices(String name, String value, String choices) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(name, value))
                .withMessage("option " + name + ": expected " + choices + ", found " + value);
    }

    @Test
    void rejectsAnOptionThatIsSetTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("mode", "FAILFAST", "MODE", "PERMISSIVE"))
                .withMessage("option mode is set twice: FAILFAST and PERMISSIVE; set it once");
        assertThat(of("mode", "PERMISSIVE", "MODE", "PERMISSIVE").mode()).isEqualTo(ReadMode.PERMISSIVE);
    }

    @Test
    void rejectsOptionsThatContradictEachOther() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(RecordFormat.OFRECORD, "recordType", "SequenceExample"))
                .withMessage("option recordType: expected Example or Bytes for OFRecord files, found SequenceExample;"
                        + " only TFRecord files have feature lists");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(RecordFormat.OFRECORD, "compression", "Snappy"))
                .withMessage("option compression: expected none or gzip for OFRecord files, found snappy");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("columnNameOfCorruptRecord", " "))
                .withMessage("option columnNameOfCorruptRecord must not be empty; omit it to use the session's name");
        assertThat(of(RecordFormat.OFRECORD, "compression", "gzip").compression())
                .isEqualTo("GZIP");
    }

    @Test
    void readsWordsInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(new Locale("tr", "TR"));
            assertThat(of("COMPRESSION", "GZIP", "INFERFILES", "3", "mode", "permissive", "shardBytes", "1 MIB"))
                    .isEqualTo(of("compression", "gzip", "inferFiles", "3", "mode", "PERMISSIVE", "shardBytes", "1m"));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void canBeSerialized() throws IOException, ClassNotFoundException {
        RecordOptions options = of("inferFiles", "all", "mode", "PERMISSIVE");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(options);
        }

        Object copy = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

        assertThat(copy).isEqualTo(options);
    }
}
