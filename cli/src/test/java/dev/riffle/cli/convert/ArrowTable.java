package dev.riffle.cli.convert;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes a table with numbers, texts, lists, structs and a dictionary, in three batches of equal size. */
final class ArrowTable {

    static final int BATCH_ROWS = 20;
    static final int ROWS = 3 * BATCH_ROWS;

    private static final ArrowType INT64 = new ArrowType.Int(64, true);
    private static final ArrowType INT32 = new ArrowType.Int(32, true);
    private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    private static final DictionaryEncoding WORDS = new DictionaryEncoding(1, false, null);

    private static final Schema SCHEMA = new Schema(List.of(
            Field.nullable("number", INT64),
            Field.nullable("text", ArrowType.Utf8.INSTANCE),
            new Field("list", FieldType.nullable(ArrowType.List.INSTANCE), List.of(Field.nullable("item", FLOAT))),
            new Field("struct", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(Field.nullable("part", INT32))),
            new Field("word", new FieldType(true, INT32, WORDS), null)));

    /** Opens a writer of vectors. */
    @FunctionalInterface
    private interface Opening {
        ArrowWriter open(VectorSchemaRoot root, DictionaryProvider dictionaries, WritableByteChannel out);
    }

    private ArrowTable() {}

    static byte[] file() throws IOException {
        return write(ArrowFileWriter::new);
    }

    static byte[] stream() throws IOException {
        return write(ArrowStreamWriter::new);
    }

    static byte[] stream(CompressionUtil.CodecType codec) throws IOException {
        return write((root, dictionaries, out) ->
                new ArrowStreamWriter(root, dictionaries, out, IpcOption.DEFAULT, new PackingCodecs(), codec));
    }

    private static byte[] write(Opening opening) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (BufferAllocator allocator = new RootAllocator();
                VarCharVector words = new VarCharVector("words", allocator);
                VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
            for (int i = 0; i < 3; i++) {
                words.setSafe(i, ("word " + i).getBytes(UTF_8));
            }
            words.setValueCount(3);
            DictionaryProvider dictionaries =
                    new DictionaryProvider.MapDictionaryProvider(new Dictionary(words, WORDS));
            try (ArrowWriter writer = opening.open(root, dictionaries, Channels.newChannel(out))) {
                for (int first = 0; first < ROWS; first += BATCH_ROWS) {
                    fill(root, first);
                    writer.writeBatch();
                }
            }
        }
        return out.toByteArray();
    }

    private static void fill(VectorSchemaRoot root, int first) {
        root.allocateNew();
        UnionListWriter lists = ((ListVector) root.getVector("list")).getWriter();
        StructVector structs = (StructVector) root.getVector("struct");
        for (int row = 0; row < BATCH_ROWS; row++) {
            int value = first + row;
            if (row % 7 != 3) {
                ((BigIntVector) root.getVector("number")).setSafe(row, 1_000_003L * value);
            }
            ((VarCharVector) root.getVector("text")).setSafe(row, ("row " + (100 + value)).getBytes(UTF_8));
            lists.setPosition(row);
            lists.startList();
            for (int i = 0; i < row % 4; i++) {
                lists.writeFloat4(value + i);
            }
            lists.endList();
            structs.setIndexDefined(row);
            structs.getChild("part", IntVector.class).setSafe(row, value);
            ((IntVector) root.getVector("word")).setSafe(row, value % 3);
        }
        lists.setValueCount(BATCH_ROWS);
        root.setRowCount(BATCH_ROWS);
    }
}
