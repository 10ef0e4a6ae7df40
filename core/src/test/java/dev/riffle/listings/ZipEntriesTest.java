package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

class ZipEntriesTest {

    @Test
    void run() throws IOException {
        Printed out = new Printed();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream entries = new ZipOutputStream(bytes)) {
            entries.putNextEntry(new ZipEntry("a.tfrecord"));
            entries.write(RecordFiles.tfRecords(new byte[5], new byte[7]));
            entries.putNextEntry(new ZipEntry("b.tfrecord"));
            RecordWriterOptions gzip = RecordWriterOptions.defaults().compression(Compression.GZIP);
            entries.write(RecordFiles.write(gzip, new byte[1], new byte[2], new byte[3]));
        }
        InputStream input = new ByteArrayInputStream(bytes.toByteArray());
        // listing
        try (ZipInputStream zip = new ZipInputStream(input)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                try (RecordReader records = RecordReader.open(ByteSource.leavingOpen(zip, entry.getName()))) {
                    out.println(records.name() + ": " + records.stream().count() + " records");
                }
            }
        }
        // end
        assertThat(out).hasToString("""
                a.tfrecord: 2 records
                b.tfrecord: 3 records
                """);
    }
}
