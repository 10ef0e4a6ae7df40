package dev.riffle;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Writes and reads record files in memory, for tests of other features. */
public final class RecordFiles {

    /** TensorFlow's file of the records {@code abc}, empty, and {@code hello}. The records begin at 0, 19 and 35. */
    public static final byte[] GOLDEN = HexFormat.of()
            .parseHex("0300000000000000b099490e6162636e57f121"
                    + "000000000000000029039807d8ea82a2"
                    + "0500000000000000eab2043e68656c6c6fbb1f1c19");

    /** An OFRecord file of the records {@code abc} and {@code hello}, as bytes features named {@code a}. */
    public static final byte[] GOLDEN_OFRECORD = HexFormat.of()
            .parseHex("0e000000000000000a0c0a016112070a050a03616263"
                    + "10000000000000000a0e0a016112090a070a0568656c6c6f");

    private RecordFiles() {}

    /** Returns an uncompressed TFRecord file with these payloads. */
    public static byte[] tfRecords(byte[]... payloads) {
        return write(RecordWriterOptions.defaults(), payloads);
    }

    /** Returns a file with these payloads, written with these options. */
    public static byte[] write(RecordWriterOptions options, byte[]... payloads) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RecordWriter writer = RecordWriter.create(out, "memory", options)) {
            for (byte[] payload : payloads) {
                writer.write(payload);
            }
            writer.commit();
        } catch (IOException e) {
            throw new AssertionError("memory does not fail", e);
        }
        return out.toByteArray();
    }

    /** Returns a source that reads this array. */
    public static ByteSource source(byte[] file) {
        return ByteSource.of(Bytes.copyOf(file), "memory");
    }

    /** Returns options for a TFRecord file with this compression. */
    public static RecordReaderOptions tfRecord(Compression compression) {
        return RecordReaderOptions.defaults().format(RecordFormat.TFRECORD).compression(compression);
    }

    /** The records of a read, and the damage that ended it, if any. */
    public record Outcome(List<Bytes> records, List<CorruptRecordException> damage) {

        /** Returns the one damage that ended the read. */
        public CorruptRecordException only() {
            if (damage.size() != 1) {
                throw new AssertionError("expected one damage, found " + damage);
            }
            return damage.get(0);
        }
    }

    /** Reads to the end or to the first damage. Returns the records and the damage. */
    public static Outcome read(ByteSource source, RecordReaderOptions options) throws IOException {
        List<Bytes> records = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(source, options)) {
            try {
                while (reader.next()) {
                    records.add(Bytes.copyOf(reader.payload()));
                }
            } catch (CorruptRecordException e) {
                return new Outcome(records, List.of(e));
            }
        }
        return new Outcome(records, List.of());
    }
}
