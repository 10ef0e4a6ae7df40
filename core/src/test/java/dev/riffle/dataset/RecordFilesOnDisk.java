package dev.riffle.dataset;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes record files for tests. */
final class RecordFilesOnDisk {

    /** The options of all kinds of record files. */
    static final List<RecordWriterOptions> KINDS = List.of(
            RecordWriterOptions.defaults().withoutSync(),
            RecordWriterOptions.defaults().compression(Compression.GZIP).withoutSync(),
            RecordWriterOptions.defaults().compression(Compression.ZLIB).withoutSync(),
            RecordWriterOptions.defaults().compression(Compression.SNAPPY).withoutSync(),
            RecordWriterOptions.defaults().format(RecordFormat.OFRECORD).withoutSync(),
            RecordWriterOptions.defaults()
                    .format(RecordFormat.OFRECORD)
                    .compression(Compression.GZIP)
                    .withoutSync());

    private RecordFilesOnDisk() {}

    /**
     * Writes files {@code f0}, {@code f1} and so on with these numbers of records, and returns their paths. The records
     * of the first file are {@code 0:0}, {@code 0:1} and so on.
     */
    static List<Path> write(Path directory, RecordWriterOptions options, int... records) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int file = 0; file < records.length; file++) {
            Path path = directory.resolve("f" + file);
            int number = file;
            RecordWriter.write(path, options, writer -> {
                for (int i = 0; i < records[number]; i++) {
                    writer.write(payload(number, i));
                }
            });
            files.add(path);
        }
        return files;
    }

    /** Returns a payload that contains the name of the record. Files of both formats can store this payload. */
    static Bytes payload(int file, int record) {
        return Example.builder()
                .put("name", Bytes.ofUtf8(file + ":" + record))
                .build()
                .toBytes(Dialect.ONEFLOW);
    }

    /** Returns the name of the record with this payload, in the form of TensorFlow's cases. */
    static String name(Bytes payload) {
        String text = payload.utf8();
        int colon = text.lastIndexOf(':');
        int from = colon;
        while (from > 0 && Character.isDigit(text.charAt(from - 1))) {
            from--;
        }
        return text.substring(from);
    }

    static List<String> names(List<Bytes> payloads) {
        return payloads.stream().map(RecordFilesOnDisk::name).toList();
    }
}
