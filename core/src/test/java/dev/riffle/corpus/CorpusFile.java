package dev.riffle.corpus;

import dev.riffle.internal.JsonWriter;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A file of the corpus with the expected result of reading it.
 *
 * @param name the file's name
 * @param format {@code tfrecord} or {@code ofrecord}
 * @param compression {@code none}, {@code gzip}, {@code zlib} or {@code snappy}
 * @param bytes the content of the file
 * @param strict the number of records that a strict reader returns before it fails or ends
 * @param failure the kind of the damage, or empty if the file is intact
 * @param failureAt the offset of the damaged record in uncompressed bytes; -1 if the file is intact
 * @param rescued all payloads that a reader must return if it skips damage
 * @param why the rule that the file tests
 */
record CorpusFile(
        String name,
        String format,
        String compression,
        byte[] bytes,
        int strict,
        String failure,
        long failureAt,
        List<byte[]> rescued,
        String why) {

    boolean isGood() {
        return failure.isEmpty();
    }

    String json() {
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject().name("file").string(name).name("format").string(format);
        json.name("compression").string(compression).name("bytes").number(bytes.length);
        json.name("strict").beginObject().name("records").number(strict);
        if (!isGood()) {
            json.name("failure").string(failure).name("offset").number(failureAt);
        }
        json.endObject();
        CorpusTensorFlow tensorFlow = CorpusTensorFlow.of(name);
        if (tensorFlow != null) {
            json.name("tensorflow").beginObject();
            json.name("records").number(tensorFlow.records());
            json.name("end").string(tensorFlow.end()).endObject();
        }
        json.name("rescued").beginArray();
        for (byte[] payload : rescued) {
            CRC32C crc = new CRC32C();
            crc.update(payload);
            json.beginObject().name("size").number(payload.length);
            json.name("crc32c")
                    .string(HexFormat.of().toHexDigits((int) crc.getValue()))
                    .endObject();
        }
        json.endArray().name("why").string(why).endObject();
        return line.toString();
    }

    String row() {
        CorpusTensorFlow tensorFlow = CorpusTensorFlow.of(name);
        return "| `" + name + "` | " + format + ", " + compression + " | "
                + (isGood()
                        ? strict + ", then the end"
                        : strict + ", then " + failure.replace('_', ' ') + " at " + failureAt)
                + " | " + (tensorFlow == null ? "" : tensorFlow.records() + ", then " + tensorFlow.words()) + " | "
                + rescued.size() + " | " + why + " |";
    }
}
