package dev.riffle.corpus;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where TensorFlow does not do with a file of the corpus what a strict reader must. From its source and from runs of 2.18
 * through TensorFlow-Java 1.1.0.
 *
 * @param records how many records it gives
 * @param end {@code end} if it then ends as if nothing were wrong, {@code error}, or {@code crash}
 */
record CorpusTensorFlow(int records, String end) {

    private static final Map<String, CorpusTensorFlow> ALL = all();

    /** The difference, or null if there is none. */
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
        // What is left inflates to a part of a header.
        for (String cut : new String[] {"gzip-truncated.tfrecord.gz", "zlib-truncated.tfrecord"}) {
            all.put("bad-" + cut, new CorpusTensorFlow(2, "end"));
        }
        for (String cut : new String[] {"gzip-cut-member-header.tfrecord.gz", "snappy-cut-size.tfrecord"}) {
            all.put("bad-" + cut, new CorpusTensorFlow(2, "end"));
        }
        all.put("bad-gzip-cut-in-code-table.tfrecord.gz", new CorpusTensorFlow(0, "end"));
        all.put("bad-zlib-trailing-stream.tfrecord", new CorpusTensorFlow(2, "end"));
        // Where zlib finds an error, all that was inflated with it is lost.
        String[] chunks = {"gzip-wrong-size", "gzip-wrong-crc", "gzip-block-type", "gzip-block-size"};
        for (String chunk : chunks) {
            all.put("bad-" + chunk + ".tfrecord.gz", new CorpusTensorFlow(0, "error"));
        }
        all.put("bad-zlib-wrong-checksum.tfrecord", new CorpusTensorFlow(0, "error"));
        return all;
    }
}
