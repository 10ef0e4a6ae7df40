package dev.riffle.corpus;

import static dev.riffle.corpus.CorpusBytes.cut;
import static dev.riffle.corpus.CorpusBytes.cutMember;
import static dev.riffle.corpus.CorpusBytes.first;
import static dev.riffle.corpus.CorpusBytes.flip;
import static dev.riffle.corpus.CorpusBytes.frame;
import static dev.riffle.corpus.CorpusBytes.frames;
import static dev.riffle.corpus.CorpusBytes.gzip;
import static dev.riffle.corpus.CorpusBytes.header;
import static dev.riffle.corpus.CorpusBytes.insert;
import static dev.riffle.corpus.CorpusBytes.join;
import static dev.riffle.corpus.CorpusBytes.number;
import static dev.riffle.corpus.CorpusBytes.ofFrame;
import static dev.riffle.corpus.CorpusBytes.snappy;
import static dev.riffle.corpus.CorpusBytes.text;
import static dev.riffle.corpus.CorpusBytes.zero;
import static dev.riffle.corpus.CorpusBytes.zlib;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Generates the files of {@code corpus/} from the rules of the formats. The expected results are constants, not the
 * output of a reader.
 */
final class Corpus {

    static final byte[] A = text("the first record");
    static final byte[] B = text("the second, a little longer than the others are");
    static final byte[] C = text("three");
    static final byte[] D = text("and the fourth one, which is the last");
    private static final byte[] NESTED = frames(text("inner one"), text("inner two"), text("inner three"));
    private static final byte[] EXAMPLE = HexFormat.of().parseHex("0a0c0a0a0a016112051a030a0107");

    /** The four records. They begin at 0, 32, 95 and 116, and end at 169. */
    static final byte[] FOUR = frames(A, B, C, D);

    static final int AT_B = 32;
    static final int AT_C = 95;
    static final int AT_D = 116;
    static final int END = 169;

    private final List<CorpusFile> files = new ArrayList<>();

    private Corpus() {}

    static List<CorpusFile> files() {
        Corpus corpus = new Corpus();
        corpus.good();
        corpus.flips();
        corpus.tails();
        corpus.lengths();
        corpus.regions();
        corpus.nested();
        corpus.covered();
        corpus.ofRecord();
        corpus.compressed();
        corpus.files.addAll(CorpusStreams.files());
        return corpus.files;
    }

    private void good(String name, String format, String compression, byte[] bytes, List<byte[]> payloads, String why) {
        files.add(new CorpusFile("good-" + name, format, compression, bytes, payloads.size(), "", -1, payloads, why));
    }

    private void bad(String name, byte[] bytes, int strict, String failure, int at, List<byte[]> rescued, String why) {
        files.add(new CorpusFile(
                "bad-" + name + ".tfrecord", "tfrecord", "none", bytes, strict, failure, at, rescued, why));
    }

    private void good() {
        List<byte[]> four = List.of(A, B, C, D);
        good("empty.tfrecord", "tfrecord", "none", new byte[0], List.of(), "an empty file has no records");
        good("four.tfrecord", "tfrecord", "none", FOUR, four, "four records");
        good(
                "zero-length.tfrecord",
                "tfrecord",
                "none",
                frames(new byte[0], A, new byte[0], new byte[0]),
                List.of(new byte[0], A, new byte[0], new byte[0]),
                "a record may have an empty payload");
        good("example.tfrecord", "tfrecord", "none", frame(EXAMPLE), List.of(EXAMPLE), "an Example");
        good(
                "no-example.tfrecord",
                "tfrecord",
                "none",
                frames(text("{\"a\":1}"), new byte[] {(byte) 0xff, 0, 1}),
                List.of(text("{\"a\":1}"), new byte[] {(byte) 0xff, 0, 1}),
                "a payload may be any bytes");
        good(
                "eight-bytes.tfrecord",
                "tfrecord",
                "none",
                frames(number(5), number(7), number(9)),
                List.of(number(5), number(7), number(9)),
                "each payload has 8 bytes, so that the payload and its checksum look like a header");
        good(
                "nested.tfrecord",
                "tfrecord",
                "none",
                frames(A, NESTED, C),
                List.of(A, NESTED, C),
                "a payload may itself be a record file");
        byte[] large = new byte[9000];
        Arrays.fill(large, (byte) 7);
        good(
                "large.tfrecord",
                "tfrecord",
                "none",
                frames(large, A),
                List.of(large, A),
                "a payload larger than a memory page");
        good("gzip.tfrecord.gz", "tfrecord", "gzip", gzip(FOUR), four, "one gzip member");
        good("gzip-empty.tfrecord.gz", "tfrecord", "gzip", gzip(new byte[0]), List.of(), "a member without content");
        good(
                "gzip-members.tfrecord.gz",
                "tfrecord",
                "gzip",
                join(gzip(first(FOUR, AT_C)), gzip(Arrays.copyOfRange(FOUR, AT_C, END))),
                four,
                "concatenated gzip files are a valid gzip file");
        good(
                "gzip-member-inside-header.tfrecord.gz",
                "tfrecord",
                "gzip",
                join(gzip(first(FOUR, AT_C + 5)), gzip(Arrays.copyOfRange(FOUR, AT_C + 5, END))),
                four,
                "a member may end anywhere, also inside a header");
        good(
                "gzip-empty-member.tfrecord.gz",
                "tfrecord",
                "gzip",
                join(gzip(first(FOUR, AT_C)), gzip(new byte[0]), gzip(Arrays.copyOfRange(FOUR, AT_C, END))),
                four,
                "a member may be empty");
        good(
                "gzip-cut.tfrecord.gz",
                "tfrecord",
                "gzip",
                join(cutMember(first(FOUR, AT_C)), cutMember(Arrays.copyOfRange(FOUR, AT_C, END))),
                four,
                "each member states its length in an extra field");
        good("zlib.tfrecord", "tfrecord", "zlib", zlib(FOUR), four, "a zlib stream");
        good("snappy.tfrecord", "tfrecord", "snappy", snappy(FOUR), four, "one Snappy block in TensorFlow's framing");
        good(
                "snappy-blocks.tfrecord",
                "tfrecord",
                "snappy",
                join(snappy(first(FOUR, AT_C + 3)), snappy(Arrays.copyOfRange(FOUR, AT_C + 3, END))),
                four,
                "a block may end anywhere");
        good(
                "two.ofrecord",
                "ofrecord",
                "none",
                join(ofFrame(OF_ONE), ofFrame(OF_TWO)),
                List.of(OF_ONE, OF_TWO),
                "a length and a message, without checksums");
    }

    private static final byte[] OF_ONE = HexFormat.of().parseHex("0a0c0a016112070a050a03616263");
    private static final byte[] OF_TWO = HexFormat.of().parseHex("0a0e0a016112090a070a0568656c6c6f");

    private void flips() {
        String[] fields = {"length-low", "length-high", "length-checksum", "payload", "payload-checksum"};
        int[] at = {0, 7, 9, 20, 12 + B.length + 2};
        for (int i = 0; i < fields.length; i++) {
            String failure = i < 3 ? "length_checksum" : "payload_checksum";
            bad(
                    "flip-" + fields[i],
                    flip(FOUR, AT_B + at[i]),
                    1,
                    failure,
                    AT_B,
                    List.of(A, C, D),
                    "one flipped bit: this record is lost, the records around it are intact");
        }
        bad(
                "flip-first",
                flip(FOUR, 3),
                0,
                "length_checksum",
                0,
                List.of(B, C, D),
                "one flipped bit in the first header");
        bad(
                "flip-last",
                flip(FOUR, END - 1),
                3,
                "payload_checksum",
                AT_D,
                List.of(A, B, C),
                "one flipped bit in the last byte");
        bad(
                "flip-two",
                flip(flip(FOUR, AT_B + 20), AT_D + 2),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, C),
                "two records are lost, the record between them is intact");
        bad(
                "flip-neighbours",
                flip(flip(FOUR, AT_B + 20), AT_C + 2),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, D),
                "one flipped bit in a payload and one in the next header");
        bad(
                "flip-header-and-payload",
                flip(flip(FOUR, AT_B + 2), AT_B + 20),
                1,
                "length_checksum",
                AT_B,
                List.of(A, C, D),
                "one flipped bit in the header and one in the payload of the same record");
        bad(
                "flip-eight-bytes",
                flip(frames(number(5), number(7), number(9)), 24 + 1),
                1,
                "length_checksum",
                24,
                List.of(number(5), number(9)),
                "after the damaged header, a payload of 8 bytes looks like a header");
    }

    private void tails() {
        for (int bytes = 1; bytes <= 11; bytes++) {
            bad(
                    "tail-" + bytes,
                    first(FOUR, AT_D + bytes),
                    3,
                    "truncated_header",
                    AT_D,
                    List.of(A, B, C),
                    "the file ends after " + bytes + (bytes == 1 ? " byte" : " bytes") + " of a header");
        }
        int[] kept = {12, 13, END - AT_D - 5, END - AT_D - 4, END - AT_D - 1};
        String[] where = {"header", "one-byte", "payload", "no-checksum", "checksum"};
        for (int i = 0; i < kept.length; i++) {
            bad(
                    "tail-after-" + where[i],
                    first(FOUR, AT_D + kept[i]),
                    3,
                    "truncated_payload",
                    AT_D,
                    List.of(A, B, C),
                    "the last record ends after " + kept[i] + " of its " + (END - AT_D) + " bytes");
        }
        bad("tail-only", first(FOUR, 20), 0, "truncated_payload", 0, List.of(), "the only record is truncated");
        bad(
                "tail-junk",
                join(FOUR, text("not a header, but more than twelve bytes")),
                4,
                "length_checksum",
                END,
                List.of(A, B, C, D),
                "foreign bytes after the last record");
        bad(
                "tail-zeros",
                join(FOUR, new byte[512]),
                4,
                "length_checksum",
                END,
                List.of(A, B, C, D),
                "zeros after the last record, as a file system leaves them after a crash");
    }

    private void lengths() {
        long[] lengths = {Long.MIN_VALUE, -1, -16, Long.MAX_VALUE, 1L << 31, 1L << 40, Integer.MAX_VALUE - 8L, 10_000};
        String[] names = {"2-63", "minus-1", "minus-16", "2-63-less-1", "2-31", "2-40", "2-31-less-9", "beyond-the-end"
        };
        for (int i = 0; i < lengths.length; i++) {
            boolean negative = lengths[i] < 0;
            bad(
                    "length-" + names[i],
                    join(frame(A), header(lengths[i]), frames(B, C)),
                    1,
                    negative ? "too_large" : "truncated_payload",
                    AT_B,
                    List.of(A, B, C),
                    "a length of " + Long.toUnsignedString(lengths[i])
                            + " with a valid checksum: the reader must not allocate it; the records after it are intact");
        }
    }

    private void regions() {
        bad(
                "cut-payload",
                cut(FOUR, AT_B + 20, AT_B + 30),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, C, D),
                "10 bytes of a payload are missing");
        bad(
                "cut-header",
                cut(FOUR, AT_B, AT_B + 12),
                1,
                "length_checksum",
                AT_B,
                List.of(A, C, D),
                "a complete header is missing");
        bad(
                "cut-header-part",
                cut(FOUR, AT_B + 4, AT_B + 7),
                1,
                "length_checksum",
                AT_B,
                List.of(A, C, D),
                "3 bytes of a header are missing");
        bad(
                "cut-between-payloads",
                cut(FOUR, AT_B + 20, AT_C + 14),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, D),
                "the bytes from inside one payload to inside the next are missing");
        bad("cut-front", cut(FOUR, 0, 5), 0, "length_checksum", 0, List.of(B, C, D), "the first 5 bytes are missing");
        bad(
                "insert-between",
                insert(FOUR, AT_B, text("some foreign bytes")),
                1,
                "length_checksum",
                AT_B,
                List.of(A, B, C, D),
                "foreign bytes between two records");
        bad(
                "insert-front",
                insert(FOUR, 0, text("#!some foreign bytes\n")),
                0,
                "length_checksum",
                0,
                List.of(A, B, C, D),
                "foreign bytes before the first record");
        bad(
                "insert-payload",
                insert(FOUR, AT_B + 20, new byte[3]),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, C, D),
                "foreign bytes inside a payload");
        bad(
                "insert-header",
                insert(FOUR, AT_B + 6, new byte[] {1}),
                1,
                "length_checksum",
                AT_B,
                List.of(A, C, D),
                "a foreign byte inside a header");
        bad(
                "zero-block",
                zero(FOUR, AT_B + 8, AT_C + 15),
                1,
                "length_checksum",
                AT_B,
                List.of(A, D),
                "zeros over two records");
        bad(
                "zero-payload",
                zero(FOUR, AT_B + 15, AT_B + 40),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, C, D),
                "zeros inside a payload");
        bad(
                "duplicated",
                insert(FOUR, AT_C, Arrays.copyOfRange(FOUR, AT_B + 20, AT_C)),
                2,
                "length_checksum",
                AT_C,
                List.of(A, B, C, D),
                "the end of a record is in the file twice");
        bad(
                "swapped",
                join(
                        first(FOUR, AT_B + 20),
                        Arrays.copyOfRange(FOUR, AT_C, END),
                        Arrays.copyOfRange(FOUR, AT_B + 20, AT_C)),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, C, D),
                "the rest of a record comes after the two records that should follow it");
    }

    private void nested() {
        byte[] file = frames(A, NESTED, C);
        int end = AT_B + 16 + NESTED.length;
        String inside = "; the nested records are not records of the file";
        bad(
                "nested-flip-header",
                flip(file, AT_B + 1),
                1,
                "length_checksum",
                AT_B,
                List.of(A, C),
                "one flipped bit in the header of a record whose payload is a record file" + inside);
        bad(
                "nested-flip-payload",
                flip(file, AT_B + 12 + 15),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, C),
                "one flipped bit in the payload of a record whose payload is a record file" + inside);
        bad(
                "nested-flip-checksum",
                flip(file, end - 2),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, C),
                "one flipped bit in the checksum of a record whose payload is a record file" + inside);
        bad(
                "nested-torn",
                first(file, end - 10),
                1,
                "truncated_payload",
                AT_B,
                List.of(A),
                "the file ends inside a record whose payload is a record file" + inside);
        bad(
                "nested-cut-header",
                cut(file, AT_B + 3, AT_B + 6),
                1,
                "length_checksum",
                AT_B,
                List.of(A, C),
                "3 bytes are missing from the header of a record whose payload is a record file" + inside);
    }

    private static byte[] filled(int size, int with) {
        byte[] payload = new byte[size];
        Arrays.fill(payload, (byte) with);
        return payload;
    }

    /**
     * Adds a damaged record with the right length and a payload without some of its bytes. So the record's length
     * extends into the next records.
     */
    private void covered() {
        String covered = "; a record that overlaps this end does not belong to the payload";
        byte[] equal = frames(filled(112, 1), filled(48, 2), filled(48, 3), filled(48, 4));
        bad(
                "covers-cut-to-a-record-end",
                cut(equal, 32, 96),
                0,
                "payload_checksum",
                0,
                List.of(filled(48, 2), filled(48, 3), filled(48, 4)),
                "64 bytes are missing, and an intact record ends at the end that the damaged record claims" + covered);
        bad(
                "covers-torn-header",
                join(frame(A), header(60), frames(B, C, D)),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, B, C, D),
                "a writer died after a header, and another writer appended records" + covered);
        bad(
                "covers-torn-header-to-the-end",
                join(frame(A), header(400), frames(B, C, D)),
                1,
                "truncated_payload",
                AT_B,
                List.of(A, B, C, D),
                "a writer died after a header, and another writer appended fewer bytes than the header claims");
        bad(
                "covers-long-record",
                join(frame(A), header(18_000), frames(B, filled(19_000, 7), C)),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, B, filled(19_000, 7), C),
                "a writer died after a header, and another writer appended records;"
                        + " the record that overlaps the claimed end begins 17 kB before it");
        bad(
                "covers-doubled",
                insert(FOUR, AT_B + 20, Arrays.copyOfRange(FOUR, 5, AT_B + 20)),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, B, C, D),
                "a block is in the file twice, with the end of a record and the beginning of the next");
        bad(
                "covers-header-byte",
                join(first(frame(filled(300, 1)), 11), frames(filled(lastHeaderByte(300), 2), filled(400, 3))),
                0,
                "payload_checksum",
                0,
                List.of(filled(lastHeaderByte(300), 2), filled(400, 3)),
                "the header lost its last byte, but the next record begins with that byte, so that the header is valid");
    }

    private static int lastHeaderByte(long length) {
        return header(length)[11] & 0xff;
    }

    private void ofRecord(String name, byte[] bytes, int strict, String failure, int at, String why) {
        List<byte[]> rescued = strict == 0 ? List.of() : List.of(OF_ONE);
        files.add(new CorpusFile(
                "bad-" + name + ".ofrecord", "ofrecord", "none", bytes, strict, failure, at, rescued, why));
    }

    private void ofRecord() {
        byte[] one = ofFrame(OF_ONE);
        int at = one.length;
        String rest = "; OFRecord has no checksums that prove where the next record begins";
        ofRecord(
                "torn-header",
                join(one, new byte[5]),
                1,
                "truncated_header",
                at,
                "the file ends after 5 bytes of a length");
        ofRecord(
                "torn",
                first(join(one, ofFrame(OF_TWO)), at + 15),
                1,
                "truncated_payload",
                at,
                "the last record is truncated");
        ofRecord(
                "zero-length",
                join(one, number(0), ofFrame(OF_TWO)),
                1,
                "zero_length",
                at,
                "OneFlow rejects a length of zero" + rest);
        ofRecord(
                "negative",
                join(one, number(-5), ofFrame(OF_TWO)),
                1,
                "negative_length",
                at,
                "a negative length" + rest);
        ofRecord(
                "malformed",
                join(one, ofFrame(text("no message"))),
                1,
                "malformed_message",
                at,
                "the payload is not an OFRecord message" + rest);
    }

    private void compressed(
            String name,
            String compression,
            byte[] bytes,
            int strict,
            String failure,
            int at,
            List<byte[]> rescued,
            String why) {
        files.add(new CorpusFile("bad-" + name, "tfrecord", compression, bytes, strict, failure, at, rescued, why));
    }

    private void compressed() {
        byte[] intact = gzip(FOUR);
        byte[] damaged = flip(FOUR, AT_B + 20);
        compressed(
                "gzip-inside.tfrecord.gz",
                "gzip",
                gzip(damaged),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, C, D),
                "the file was damaged before its compression");
        compressed(
                "zlib-inside.tfrecord",
                "zlib",
                zlib(damaged),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, C, D),
                "the file was damaged before its compression");
        compressed(
                "snappy-inside.tfrecord",
                "snappy",
                snappy(damaged),
                1,
                "payload_checksum",
                AT_B,
                List.of(A, C, D),
                "the file was damaged before its compression");
        compressed(
                "gzip-truncated.tfrecord.gz",
                "gzip",
                first(intact, 15 + AT_C + 4),
                2,
                "decompression",
                AT_C,
                List.of(A, B),
                "the stream ends early; the records decompressed before that are intact");
        compressed(
                "gzip-no-trailer.tfrecord.gz",
                "gzip",
                first(intact, intact.length - 8),
                4,
                "decompression",
                END,
                List.of(A, B, C, D),
                "only the gzip trailer is missing");
        compressed(
                "gzip-trailing-garbage.tfrecord.gz",
                "gzip",
                join(intact, text("garbage")),
                4,
                "decompression",
                END,
                List.of(A, B, C, D),
                "foreign bytes after the gzip stream");
        compressed(
                "gzip-wrong-size.tfrecord.gz",
                "gzip",
                flip(intact, intact.length - 3),
                4,
                "decompression",
                END,
                List.of(A, B, C, D),
                "the size in the gzip trailer is wrong");
        compressed(
                "gzip-wrong-crc.tfrecord.gz",
                "gzip",
                flip(intact, intact.length - 6),
                4,
                "decompression",
                END,
                List.of(A, B, C, D),
                "the checksum in the gzip trailer is wrong; the checksums of the records are valid");
        compressed(
                "zlib-truncated.tfrecord",
                "zlib",
                first(zlib(FOUR), 7 + AT_C + 4),
                2,
                "decompression",
                AT_C,
                List.of(A, B),
                "the stream ends early; the records decompressed before that are intact");
        compressed(
                "gzip-torn-inside.tfrecord.gz",
                "gzip",
                gzip(first(FOUR, AT_D + 3)),
                3,
                "truncated_header",
                AT_D,
                List.of(A, B, C),
                "an intact gzip file of a torn record file");
        compressed(
                "snappy-truncated.tfrecord",
                "snappy",
                first(
                        join(snappy(first(FOUR, AT_C)), snappy(Arrays.copyOfRange(FOUR, AT_C, END))),
                        snappy(first(FOUR, AT_C)).length + 9),
                2,
                "decompression",
                AT_C,
                List.of(A, B),
                "the second block is truncated");
    }
}
