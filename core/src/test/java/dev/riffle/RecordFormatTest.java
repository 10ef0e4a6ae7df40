package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.CompressedOutput;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.junit.jupiter.api.Test;

class RecordFormatTest {

    /** A compression that Riffle does not have. */
    private static final Compression OF_THE_CALLER = new Compression() {
        @Override
        public String name() {
            return "OTHER";
        }

        @Override
        public ReadableByteChannel decompress(ReadableByteChannel in) {
            return in;
        }

        @Override
        public CompressedOutput compress(WritableByteChannel out) throws IOException {
            return Compression.NONE.compress(out);
        }
    };

    @Test
    void ofRecordFilesHaveNeitherZlibNorSnappy() {
        assertThat(RecordFormat.OFRECORD.supports(Compression.ZLIB)).isFalse();
        assertThat(RecordFormat.OFRECORD.supports(Compression.SNAPPY)).isFalse();
        assertThat(RecordFormat.OFRECORD.supports(Compression.NONE)).isTrue();
        assertThat(RecordFormat.OFRECORD.supports(Compression.GZIP.level(9))).isTrue();
        assertThat(RecordFormat.OFRECORD.supports(OF_THE_CALLER)).isTrue();
    }

    @Test
    void oneObjectStandsForAFormatAfterSerialization() throws Exception {
        for (RecordFormat format : RecordFormat.all()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(format);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                assertThat(in.readObject()).isSameAs(format);
            }
            assertThat(RecordFormat.named(format.toString())).containsSame(format);
        }
        assertThat(RecordFormat.ofEnding("TFRec")).containsSame(RecordFormat.TFRECORD);
        assertThat(RecordFormat.ofEnding("csv")).isEmpty();
    }

    @Test
    void tfRecordFilesMayHaveAnyCompression() {
        assertThat(Compression.builtIn()).allMatch(RecordFormat.TFRECORD::supports);
        assertThat(RecordFormat.TFRECORD.supports(OF_THE_CALLER)).isTrue();
    }
}
