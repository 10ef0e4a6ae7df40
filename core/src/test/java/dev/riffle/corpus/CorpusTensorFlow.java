package dev.riffle.corpus;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * TensorFlow's result for a file of the corpus that TensorFlow does not read like a strict reader. The results come
 * from TensorFlow's source and from runs of TensorFlow 2.18 through TensorFlow-Java 1.1.0.
 *
 * @param records the number of records that TensorFlow returns
 * @param end {@code end} if the file then ends without an error, {@code error}, or {@code crash}
 */
record CorpusTensorFlow(int records, String end) {

    private static final Map<String, CorpusTensorFlow> ALL = all();

    /** Returns TensorFlow's result, or null if it equals the result of a strict reader. */
    static @Nullable CorpusTensorFlow of(String file) {
        return ALL.get(file);
    }

    static Set<String> files() {
        return ALL.keySet();
    }

    String words() {
        return end.equals("end") ? "the end" : end.equals("error") ? "an error" : "the process dies";
    }

    private static Map<String, CorpusTensorFlow> all() {
        Map<String, CorpusTensorFlow> all = new HashMap<>();
        for (int bytes = 1; bytes <= 11; bytes++) {
            all.put("bad-tail-" + bytes + ".tfrecord", new CorpusTensorFlow(3, "end"));
        }
        all.put("good-gzip-empty-member.tfrecord.gz", new CorpusTensorFlow(2, "end"));
        all.put("good-snappy-large-block.tfrecord", new CorpusTensorFlow(0, "error"));
        all.put("bad-length-2-40.tfrecord", new CorpusTensorFlow(1, "crash"));
        all.put("bad-gzip-no-trailer.tfrecord.gz", new CorpusTensorFlow(4, "end"));
        all.put("bad-gzip-torn-inside.tfrecord.gz", new CorpusTensorFlow(3, "end"));
        // The remaining bytes inflate to a part of a header.
        for (String cut : new String[] {"gzip-truncated.tfrecord.gz", "zlib-truncated.tfrecord"}) {
            all.put("bad-" + cut, new CorpusTensorFlow(2, "end"));
        }
        for (String cut : new String[] {"gzip-cut-member-header.tfrecord.gz", "snappy-cut-size.tfrecord"}) {
            all.put("bad-" + cut, new CorpusTensorFlow(2, "end"));
        }
        all.put("bad-gzip-cut-in-code-table.tfrecord.gz", new CorpusTensorFlow(0, "end"));
        all.put("bad-zlib-trailing-stream.tfrecord", new CorpusTensorFlow(2, "end"));
        // If zlib finds an error, TensorFlow loses all bytes of this inflate call.
        String[] chunks = {"gzip-wrong-size", "gzip-wrong-crc", "gzip-block-type", "gzip-block-size"};
        for (String chunk : chunks) {
            all.put("bad-" + chunk + ".tfrecord.gz", new CorpusTensorFlow(0, "error"));
        }
        all.put("bad-zlib-wrong-checksum.tfrecord", new CorpusTensorFlow(0, "error"));
        return all;
    }
}
