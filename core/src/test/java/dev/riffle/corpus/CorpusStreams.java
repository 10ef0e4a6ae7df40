package dev.riffle.corpus;

import static dev.riffle.corpus.Corpus.A;
import static dev.riffle.corpus.Corpus.AT_B;
import static dev.riffle.corpus.Corpus.AT_C;
import static dev.riffle.corpus.Corpus.AT_D;
import static dev.riffle.corpus.Corpus.B;
import static dev.riffle.corpus.Corpus.C;
import static dev.riffle.corpus.Corpus.D;
import static dev.riffle.corpus.Corpus.END;
import static dev.riffle.corpus.Corpus.FOUR;
import static dev.riffle.corpus.CorpusBytes.first;
import static dev.riffle.corpus.CorpusBytes.flip;
import static dev.riffle.corpus.CorpusBytes.frame;
import static dev.riffle.corpus.CorpusBytes.frames;
import static dev.riffle.corpus.CorpusBytes.gzip;
import static dev.riffle.corpus.CorpusBytes.insert;
import static dev.riffle.corpus.CorpusBytes.join;
import static dev.riffle.corpus.CorpusBytes.literals;
import static dev.riffle.corpus.CorpusBytes.snappy;
import static dev.riffle.corpus.CorpusBytes.snappyBlock;
import static dev.riffle.corpus.CorpusBytes.stored;
import static dev.riffle.corpus.CorpusBytes.text;
import static dev.riffle.corpus.CorpusBytes.zlib;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * Generates the files of the corpus for compressed streams, and files that are not record files. Streams with
 * compressed blocks are stored here as bytes, because versions of zlib differ in their output.
 */
final class CorpusStreams {

    /** The four records in one block with fixed Huffman codes. */
    private static final byte[] FIXED =
            bytes("E2CAgKm//0mUZKQqpGUWFZcoFKUm5xelrHK9c1cfKp8bKxsAki8GyuSl6CgkKuRklpTkpCrk5OelpxYplGQk5imAFOQDiaJihcSi"
                    + "1J3pBqmsUO2vNrHYlWQUpaYmKP92VYUJ7jH7nJiXAtaWll9aVJKhkJ+XqqNQnpGZnKGQWQyWyEksLtnUYd8CAA==");
    /** {@link #MANY} in one block with dynamic Huffman codes. */
    private static final byte[] DYNAMIC =
            bytes("pdZBSJNxGMfxRgdLUQItUgT/YR6cHpybW7ocghIbDck8RLBW072iOPfmu9eZkZIZhBiGiRrICtEQi4oKE7QRFGYJerCmBlJDEqld"
                    + "hjg0iLKoTv1uv//1efjcvjx/664/78dNa0CRqmXFLfKEXCN8dRfUllzh8rqFVxZqsyxciiTUWkn4XA2SqGpSRY2siAbZp/5e/zWo"
                    + "U4RHUlVJ8YWmE3qs/7s61jXvPjoO3HzWjVq6A8DVs66zPTgGXAPrzkxszAK3gHVt38J+4BpZdzVXDgPXxLqe+nNu4B5h3eX1bB1w"
                    + "C1nXr03bb/vrGrOShv91QQcXddoSEEwX5xy6aEIwnVxo7U0GgunmzJlbmQimo1u1j5xAMF2dp6t3E8F0djNLWU4E093ZUg98RTAd"
                    + "XtBSfx/BdHmVlxwDAM6ny/MmuuMRTJcXnq20IJgu7/jAWgqC6fKmTy/mIZguz5HRWYpguryN8ORPBNPlFd7dcwrBdHlL1aYIguny"
                    + "SqMV9xBMlzf3pP02gPV0eXrNp1oE0+UFXkRXEEyX199R5UcwXd52WeMCgunyDkWKhxFMl/foQeIdBNPlXW2ZmkAwXV686XoXguny"
                    + "2tJjVgTT5e37+Po7gA10eVp5wYhgurwRnQZ9Yw10eTdi5YcRTJeneXpZIJgu72BrTgzBdHnPzOkVCKbLa417+AXBdHnJbwNnEEyX"
                    + "d637cz+C6fL22t+hY1pAl9c82LSMYLq8D45jHgTT5Z3M3nyJYLq85+uv2hBMlyf13OpDMF1epHz0MYLp8kqSUzsRTJc3H9IGEUyX"
                    + "V3Tl7DaC6fLel5y37wA=");

    /** Sixty records of 5330 bytes in total. */
    private static final byte[][] MANY = IntStream.range(0, 60)
            .mapToObj(i -> text("record " + i + " of sixty, and no two are the same but for most of their letters"))
            .toArray(byte[][]::new);

    /** The end marker of BGZF files: a member without content. */
    private static final byte[] BGZF_END =
            HexFormat.of().parseHex("1f8b08040000000000ff0600424302001b0003000000000000000000");

    private final List<CorpusFile> files = new ArrayList<>();

    private CorpusStreams() {}

    static List<CorpusFile> files() {
        CorpusStreams streams = new CorpusStreams();
        streams.goodDeflate();
        streams.goodSnappy();
        streams.badDeflate();
        streams.badSnappy();
        streams.notRecords();
        return streams.files;
    }

    private static byte[] bytes(String base64) {
        return Base64.getDecoder().decode(base64);
    }

    private static byte[] rest(int from) {
        return Arrays.copyOfRange(FOUR, from, END);
    }

    private static List<byte[]> many(int count) {
        return List.of(MANY).subList(0, count);
    }

    private void good(String name, String compression, byte[] bytes, List<byte[]> payloads, String why) {
        files.add(
                new CorpusFile("good-" + name, "tfrecord", compression, bytes, payloads.size(), "", -1, payloads, why));
    }

    /**
     * Adds a stream with damage after the decompressed records in {@code given}. The last of these records ends at
     * {@code at}.
     */
    private void broken(String name, String compression, byte[] bytes, List<byte[]> given, int at, String why) {
        files.add(new CorpusFile(
                "bad-" + name, "tfrecord", compression, bytes, given.size(), "decompression", at, given, why));
    }

    private void goodDeflate() {
        List<byte[]> four = List.of(A, B, C, D);
        byte[] many = frames(MANY);
        good("gzip-fixed.tfrecord.gz", "gzip", gzip(FIXED, FOUR), four, "deflated with the fixed codes of the format");
        good("gzip-dynamic.tfrecord.gz", "gzip", gzip(DYNAMIC, many), many(60), "deflated with dynamic codes");
        good("zlib-fixed.tfrecord", "zlib", zlib(FIXED, FOUR), four, "deflated with the fixed codes of the format");
        good("zlib-dynamic.tfrecord", "zlib", zlib(DYNAMIC, many), many(60), "deflated with dynamic codes");
        byte[] open = stored(first(FOUR, AT_C + 5));
        open[0] = 0;
        good(
                "gzip-flushed.tfrecord.gz",
                "gzip",
                gzip(join(open, new byte[] {0, 0, 0, (byte) 0xff, (byte) 0xff}, stored(rest(AT_C + 5))), FOUR),
                four,
                "several blocks in one stream, with the empty block that a flush writes");
        byte[] named = join(
                HexFormat.of().parseHex("1f8b081e5f3e2a650203040058590000"),
                text("four.tfrecord\0"),
                text("a comment\0"));
        good(
                "gzip-named.tfrecord.gz",
                "gzip",
                gzip(join(named, headerChecksum(named)), stored(FOUR), FOUR),
                four,
                "a gzip header with time, extra field, name, comment and checksum");
        good(
                "gzip-member-inside-payload.tfrecord.gz",
                "gzip",
                join(
                        gzip(first(FOUR, AT_B + 20)),
                        gzip(Arrays.copyOfRange(FOUR, AT_B + 20, END - 2)),
                        gzip(rest(END - 2))),
                four,
                "members that begin inside a payload and inside a checksum");
        good(
                "bgzf.tfrecord.gz",
                "gzip",
                join(bgzf(first(FOUR, AT_C + 7)), bgzf(rest(AT_C + 7)), BGZF_END),
                four,
                "BGZF: members with their size in an extra field, and an empty one at the end");
    }

    private static byte[] headerChecksum(byte[] head) {
        CRC32 crc = new CRC32();
        crc.update(head);
        return new byte[] {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
    }

    private static byte[] bgzf(byte[] content) {
        int size = gzip(content).length + 8;
        byte[] extra = {6, 0, 'B', 'C', 2, 0, (byte) (size - 1), (byte) ((size - 1) >> 8)};
        byte[] member = insert(gzip(content), 10, extra);
        member[3] = 4;
        member[9] = (byte) 0xff;
        return member;
    }

    private void goodSnappy() {
        byte[] golden = HexFormat.of()
                .parseHex("00000030380403000901" + "28b099490e6162636e57f121" + "091128000029039807d8ea82a2"
                        + "050d1130eab2043e68656c6c6fbb1f1c19");
        good(
                "snappy-copies.tfrecord",
                "snappy",
                golden,
                List.of(text("abc"), new byte[0], text("hello")),
                "a block with copies, as TensorFlow writes it");
        byte[] large = new byte[300_000];
        Arrays.fill(large, (byte) 7);
        byte[] file = frame(large);
        ByteArrayOutputStream elements = new ByteArrayOutputStream();
        elements.writeBytes(literals(first(file, 13)));
        int left = large.length - 1;
        while (left > 0) {
            int count = Math.min(64, left);
            elements.writeBytes(
                    new byte[] {(byte) ((count - 1) << 2 | 2), 1, 0}); // Copies count bytes from one byte back
            left -= count;
        }
        elements.writeBytes(literals(Arrays.copyOfRange(file, file.length - 4, file.length)));
        good(
                "snappy-large-block.tfrecord",
                "snappy",
                snappyBlock(file.length, elements.toByteArray()),
                List.of(large),
                "a block of more than 256 KiB, as TensorFlow writes it for a large record");
    }

    private void badDeflate() {
        byte[] many = frames(MANY);
        broken(
                "gzip-cut-in-fixed.tfrecord.gz",
                "gzip",
                first(gzip(FIXED, FOUR), 10 + 130),
                List.of(A, B, C),
                AT_D,
                "the file ends inside a block with the fixed codes");
        broken(
                "gzip-cut-in-dynamic.tfrecord.gz",
                "gzip",
                first(gzip(DYNAMIC, many), 10 + 300),
                many(18),
                1592,
                "the file ends inside a block with dynamic codes");
        broken(
                "zlib-cut-in-dynamic.tfrecord",
                "zlib",
                first(zlib(DYNAMIC, many), 2 + 300),
                many(18),
                1592,
                "the file ends inside a block with dynamic codes");
        broken(
                "gzip-cut-in-code-table.tfrecord.gz",
                "gzip",
                first(gzip(DYNAMIC, many), 10 + 40),
                List.of(),
                0,
                "the file ends inside the code table of a block, before the first decompressed byte");
        byte[] open = stored(first(FOUR, AT_C));
        open[0] = 0;
        byte[] second = stored(rest(AT_C));
        second[0] = 7;
        broken(
                "gzip-block-type.tfrecord.gz",
                "gzip",
                gzip(join(open, second), FOUR),
                List.of(A, B),
                AT_C,
                "a block with an invalid type");
        byte[] sized = stored(rest(AT_C));
        sized[3] ^= 1;
        broken(
                "gzip-block-size.tfrecord.gz",
                "gzip",
                gzip(join(open, sized), FOUR),
                List.of(A, B),
                AT_C,
                "a stored block whose size and complement do not match");
        broken(
                "gzip-second-member.tfrecord.gz",
                "gzip",
                join(gzip(first(FOUR, AT_C)), flip(gzip(rest(AT_C)), 2)),
                List.of(A, B),
                AT_C,
                "a second member with an unknown compression method");
        broken(
                "gzip-cut-member-header.tfrecord.gz",
                "gzip",
                join(gzip(first(FOUR, AT_C)), first(gzip(rest(AT_C)), 6)),
                List.of(A, B),
                AT_C,
                "the file ends inside the header of the second member");
        broken(
                "zlib-trailing-stream.tfrecord",
                "zlib",
                join(zlib(first(FOUR, AT_C)), zlib(rest(AT_C))),
                List.of(A, B),
                AT_C,
                "concatenated zlib streams are not a valid zlib stream");
        broken(
                "zlib-wrong-checksum.tfrecord",
                "zlib",
                flip(zlib(FOUR), zlib(FOUR).length - 2),
                List.of(A, B, C, D),
                END,
                "the checksum at the end of the zlib stream is wrong; the checksums of the records are valid");
    }

    private void badSnappy() {
        byte[] before = snappy(first(FOUR, AT_C));
        byte[] copy = {2, 50, 0};
        broken(
                "snappy-copy.tfrecord",
                "snappy",
                join(before, snappyBlock(END - AT_C, join(copy, literals(rest(AT_C))))),
                List.of(A, B),
                AT_C,
                "the second block copies bytes from before its beginning");
        broken(
                "snappy-size.tfrecord",
                "snappy",
                join(before, snappyBlock(END - AT_C + 9, literals(rest(AT_C)))),
                List.of(A, B),
                AT_C,
                "the second block has less content than it claims");
        broken(
                "snappy-huge-size.tfrecord",
                "snappy",
                join(before, new byte[] {(byte) 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff}, snappy(rest(AT_C))),
                List.of(A, B),
                AT_C,
                "a block that claims 2^31 - 1 bytes: the reader must not allocate them");
        broken(
                "snappy-huge-content.tfrecord",
                "snappy",
                join(before, snappyBlock(Integer.MAX_VALUE, literals(rest(AT_C)))),
                List.of(A, B),
                AT_C,
                "a block that claims 2^31 - 1 bytes of content: the reader must not allocate them");
        broken(
                "snappy-cut-size.tfrecord",
                "snappy",
                join(before, new byte[3]),
                List.of(A, B),
                AT_C,
                "the file ends after 3 bytes of the size of a block");
    }

    private void notRecords() {
        byte[] plain = text("name,age\nAda,36\nBlaise,39\nGrace,85\n");
        notRecordFile("not-records.tfrecord", "none", plain, "length_checksum", List.of(), "a text file");
        notRecordFile(
                "gzip-as-none.tfrecord",
                "none",
                gzip(FOUR),
                "length_checksum",
                List.of(A, B, C, D),
                "a gzip file read without decompression; the records in its stored block are intact");
        notRecordFile(
                "fixed-gzip-as-none.tfrecord",
                "none",
                gzip(FIXED, FOUR),
                "length_checksum",
                List.of(),
                "a gzip file read without decompression");
        notRecordFile(
                "none-as-zlib.tfrecord",
                "zlib",
                FOUR,
                "decompression",
                List.of(),
                "an uncompressed record file read as zlib");
        notRecordFile(
                "none-as-snappy.tfrecord",
                "snappy",
                FOUR,
                "decompression",
                List.of(),
                "an uncompressed record file read as Snappy");
        notRecordFile(
                "gzip-of-text.tfrecord.gz",
                "gzip",
                gzip(plain),
                "length_checksum",
                List.of(),
                "a gzip file of a text file");
    }

    private void notRecordFile(
            String name, String compression, byte[] bytes, String failure, List<byte[]> rescued, String why) {
        files.add(new CorpusFile("bad-" + name, "tfrecord", compression, bytes, 0, failure, 0, rescued, why));
    }
}
