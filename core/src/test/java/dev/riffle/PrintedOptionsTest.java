package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Compression;
import org.junit.jupiter.api.Test;

/** Tests the texts of the options of readers and writers. */
class PrintedOptionsTest {

    @Test
    void readerOptionsPrintWhatDiffersFromTheDefaults() {
        RecordReaderOptions options = RecordReaderOptions.defaults();
        assertThat(options).hasToString("RecordReaderOptions[defaults]");
        assertThat(options.selection()).isEmpty();

        RecordReaderOptions changed = options.format(RecordFormat.OFRECORD)
                .compression(Compression.GZIP)
                .damage(DamagePolicy.STOP_AT_TORN_TAIL)
                .withoutMapping()
                .ignorePayloadChecksums()
                .threads(3)
                .maxRecordSize(1000);
        assertThat(changed)
                .hasToString("RecordReaderOptions[OFRECORD, GZIP, STOP_AT_TORN_TAIL, withoutMapping,"
                        + " ignorePayloadChecksums, 3 threads, maxRecordSize 1000]");
        assertThat(changed.selection()).isEqualTo("OFRECORD, GZIP, STOP_AT_TORN_TAIL");
        assertThat(options.follow()).hasToString("RecordReaderOptions[follow]");
    }

    @Test
    void writerOptionsPrintTheFormatAndWhatDiffersFromTheDefaults() {
        RecordWriterOptions options = RecordWriterOptions.defaults();
        assertThat(options).hasToString("RecordWriterOptions[TFRECORD]");
        assertThat(options.compression(Compression.GZIP)
                        .overwrite()
                        .inPlace()
                        .withoutSync()
                        .bufferSize(8192)
                        .threads(3))
                .hasToString("RecordWriterOptions[TFRECORD, GZIP, overwrite, inPlace, withoutSync, bufferSize 8192,"
                        + " 3 threads]");
    }
}
