package dev.riffle.spark.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.sources.AlwaysTrue;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.IsNull;
import org.apache.spark.sql.sources.StringContains;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class SplitBatchesTest {

    private static final StructType NUMBERS = StructType.fromDDL("n bigint");

    private static final StructType REPORTED = StructType.fromDDL("n bigint, _corrupt_record string");

    private static byte[] numbers(int count) throws IOException {
        return ReadBack.file(IntStream.range(0, count)
                .mapToObj(i -> Example.builder().put("n", (long) i).build())
                .toArray(Example[]::new));
    }

    private static List<Object> column(List<Row> rows) {
        List<Object> values = new ArrayList<>();
        rows.forEach(row -> values.add(row.get(0)));
        return values;
    }

    /** Returns the size of a record of {@link #numbers} whose number has one byte. */
    private static int recordSize() throws IOException {
        return numbers(2).length - numbers(1).length;
    }

    private static Row row(Object... values) {
        return RowFactory.create(values);
    }

    // ---------------------------------------------------------------- shapes

    @Test
    void distinguishesMissingFromEmptyFeatures() throws IOException {
        byte[] file = ReadBack.file(
                Example.builder().put("l", new long[] {1, 2}).put("s", "a").build(),
                Example.builder().put("l", Feature.empty(Kind.INT64)).build(),
                Example.builder()
                        .put("l", Feature.notSet())
                        .put("s", Feature.empty(Kind.BYTES))
                        .build(),
                Example.empty());

        List<Row> rows =
                ReadBack.of(StructType.fromDDL("l array<bigint>, s string")).read(file);

        assertThat(rows.toString()).isEqualTo("[[ArraySeq(1, 2),a], [ArraySeq(),null], [null,null], [null,null]]");
    }

    @Test
    void countsOnlySelectedFeatures() throws IOException {
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            examples.add(Example.builder()
                    .put("n", (long) i)
                    .put("m", 2L * i)
                    .put("t", "text")
                    .build());
        }
        byte[] file = ReadBack.file(examples.toArray(Example[]::new));
        StructType schema = StructType.fromDDL("n bigint, m bigint, t string");

        ReadBack all = ReadBack.of(schema);
        all.read(file);
        ReadBack one = ReadBack.of(schema).wanting("t");
        one.read(file);
        ReadBack none = ReadBack.of(schema).wanting();
        none.read(file);
        ReadBack filtered = ReadBack.of(schema).wanting("t").where(new GreaterThanOrEqual("n", 90L));
        filtered.read(file);
        ReadBack counting = ReadBack.of(schema).counting();
        counting.read(file);

        assertThat(all.counts.decodedFeatures).isEqualTo(300);
        assertThat(one.counts.decodedFeatures).isEqualTo(100);
        assertThat(none.counts.decodedFeatures).isZero();
        assertThat(none.rows).hasSize(100);
        assertThat(filtered.counts.decodedFeatures).isEqualTo(110);
        assertThat(filtered.rows).hasSize(10);
        assertThat(counting.counts.decodedFeatures).isZero();
        assertThat(counting.counts.bytes).isEqualTo(file.length);
        assertThat(column(counting.rows)).containsExactly(100L);
    }

    @Test
    void readsSeveralBatches() throws IOException {
        ReadBack read = ReadBack.of(NUMBERS);

        assertThat(column(read.read(numbers(10_000))))
                .isEqualTo(IntStream.range(0, 10_000)
                        .mapToObj(i -> (Object) (long) i)
                        .toList());
        assertThat(read.batches).isEqualTo(3);
        assertThat(read.counts.records).isEqualTo(10_000);
    }

    @Test
    void endsABatchAtItsLimitOfBytes() throws IOException {
        byte[] large = new byte[6 << 20];
        Example example = Example.builder().put("b", large).build();
        ReadBack read = ReadBack.of(StructType.fromDDL("b binary"));

        assertThat(read.read(ReadBack.file(example, example, example, example, example)))
                .hasSize(5);
        assertThat(read.batches).isEqualTo(2);
    }

    @Test
    void readsAnEmptyFile() throws IOException {
        assertThat(ReadBack.of(NUMBERS).read(new byte[0])).isEmpty();
        assertThat(column(ReadBack.of(NUMBERS).counting().read(new byte[0]))).containsExactly(0L);
    }

    @Test
    void putsPartitionValuesAfterTheColumns() throws IOException {
        InternalRow values = new GenericInternalRow(new Object[] {UTF8String.fromString("2026"), null});

        List<Row> rows = ReadBack.of(NUMBERS)
                .partitioned(StructType.fromDDL("year string, day int"), values)
                .read(numbers(2));

        assertThat(rows).containsExactly(row(0L, "2026", null), row(1L, "2026", null));
    }

    @Test
    void readsSequenceExamples() throws IOException {
        SequenceExample first = SequenceExample.builder()
                .context(Example.builder().put("id", 7L).put("tags", "a", "b").build())
                .put("frames", Feature.of(1f, 2f), Feature.empty(Kind.FLOAT), Feature.of(3f))
                .put("words", Feature.of("x"))
                .build();
        SequenceExample second = SequenceExample.builder().put("frames").build();
        byte[] file = ReadBack.file(
                RecordFormat.TFRECORD, Compression.NONE, List.of(first.toByteArray(), second.toByteArray()));
        StructType schema = StructType.fromDDL(
                "id bigint, frames array<array<double>>, tags array<string>, words array<array<string>>");

        List<Row> rows = ReadBack.of(schema, RecordFormat.TFRECORD, RecordType.SEQUENCE_EXAMPLE)
                .read(file);

        assertThat(rows.get(0).toString())
                .isEqualTo(
                        "[7,ArraySeq(ArraySeq(1.0, 2.0), ArraySeq(), ArraySeq(3.0)),ArraySeq(a, b),ArraySeq(ArraySeq(x))]");
        assertThat(rows.get(1).toString()).isEqualTo("[null,ArraySeq(),null,null]");
    }

    @Test
    void readsOfRecords() throws IOException {
        Example example = Example.builder()
                .put("i", Feature.ofInt32s(5))
                .put("l", 6L)
                .put("d", Feature.ofDoubles(0.1, 0.2))
                .put("f", 1.5f)
                .build();
        byte[] file = ReadBack.file(
                RecordFormat.OFRECORD,
                Compression.NONE,
                ReadBack.payloads(
                        Dialect.ONEFLOW, example, Example.builder().put("l", 1L).build()));
        StructType schema = StructType.fromDDL("i int, l bigint, d array<double>, f float");

        assertThat(ReadBack.of(schema, RecordFormat.OFRECORD, RecordType.EXAMPLE)
                        .read(file)
                        .toString())
                .isEqualTo("[[5,6,ArraySeq(0.1, 0.2),1.5], [null,1,null,null]]");
    }

    @Test
    void readsBytes() throws IOException {
        byte[] file = ReadBack.file(
                RecordFormat.TFRECORD, Compression.GZIP, List.of("one".getBytes(StandardCharsets.UTF_8), new byte[0]));
        StructType schema = StructType.fromDDL("payload binary, _corrupt_record string");
        ReadBack read =
                ReadBack.of(schema, RecordFormat.TFRECORD, RecordType.BYTES).mode(ReadMode.PERMISSIVE);

        List<Row> rows = read.where(new IsNotNull("payload")).read(file);

        assertThat((byte[]) rows.get(0).get(0)).isEqualTo("one".getBytes(StandardCharsets.UTF_8));
        assertThat((byte[]) rows.get(1).get(0)).isEmpty();
        assertThat(rows.get(1).isNullAt(1)).isTrue();
        assertThat(read.where(new AlwaysTrue()).read(file)).hasSize(2);
        assertThat(read.where(new IsNull("payload")).read(file)).isEmpty();
    }

    @Test
    void rejectsOtherColumnsThanThePayload() {
        ReadBack read = ReadBack.of(NUMBERS, RecordFormat.TFRECORD, RecordType.BYTES);

        assertThatThrownBy(() -> read.read(numbers(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"n\"")
                .hasMessageContaining("payload");
    }

    @Test
    void stopsAtTheLimit() throws IOException {
        ReadBack read = ReadBack.of(NUMBERS).limit(5);

        assertThat(column(read.read(numbers(10_000)))).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(read.counts.records).isEqualTo(5);
        assertThat(column(read.where(new GreaterThanOrEqual("n", 5000L)).read(numbers(10_000))))
                .containsExactly(5000L, 5001L, 5002L, 5003L, 5004L);
        assertThat(read.where().limit(0).read(numbers(3))).isEmpty();
    }

    // ---------------------------------------------------------------- damage

    @Test
    void failsAtDamageAfterTheRowsBeforeIt() throws IOException {
        byte[] file = numbers(10);
        file[3 * recordSize() + 14] ^= 1;
        ReadBack read = ReadBack.of(NUMBERS);

        assertThatThrownBy(() -> read.read(file))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining(ReadBack.NAME + ": record 3 at offset");
        assertThat(column(read.rows)).containsExactly(0L, 1L, 2L);
        assertThatThrownBy(() -> ReadBack.of(NUMBERS).counting().read(file)).isInstanceOf(CorruptRecordException.class);
        assertThat(ReadBack.of(NUMBERS).limit(3).read(file)).hasSize(3);
    }

    @Test
    void returnsARowForDamage() throws IOException {
        byte[] file = numbers(10);
        file[3 * recordSize() + 14] ^= 1;
        ReadBack read = ReadBack.of(REPORTED).mode(ReadMode.PERMISSIVE);

        List<Row> rows = read.read(file);

        assertThat(column(rows)).containsExactly(0L, 1L, 2L, null, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(rows.get(3).getString(1))
                .startsWith(ReadBack.NAME + ": record 3 at offset ")
                .contains("payload checksum does not match: expected ");
        assertThat(rows.get(2).isNullAt(1)).isTrue();
        assertThat(read.counts.skipped).isEqualTo(1);
        assertThat(read.counts.records).isEqualTo(9);
        assertThat(column(read.counting().read(file))).containsExactly(10L);
    }

    @Test
    void readsOnlyTheReasonOfDamage() throws IOException {
        byte[] file = numbers(10);
        file[3 * recordSize() + 14] ^= 1;

        List<Row> rows = ReadBack.of(REPORTED)
                .mode(ReadMode.PERMISSIVE)
                .wanting("_corrupt_record")
                .read(file);

        assertThat(rows).hasSize(10);
        assertThat(rows.stream().filter(row -> !row.isNullAt(0))).hasSize(1);
    }

    @Test
    void dropsDamage() throws IOException {
        byte[] file = numbers(10);
        file[3 * recordSize() + 14] ^= 1;
        ReadBack read = ReadBack.of(NUMBERS).mode(ReadMode.DROPMALFORMED);

        assertThat(column(read.read(file))).containsExactly(0L, 1L, 2L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(read.counts.skipped).isEqualTo(1);
        assertThat(column(read.counting().read(file))).containsExactly(9L);
    }

    @Test
    void keepsTheOrderOfDamageAndRecords() throws IOException {
        byte[] file = numbers(100);
        for (int record : new int[] {0, 50, 99}) {
            file[record * recordSize() + 14] ^= 1;
        }

        List<Object> found =
                column(ReadBack.of(REPORTED).mode(ReadMode.PERMISSIVE).read(file));

        assertThat(found).hasSize(100);
        for (int i = 0; i < 100; i++) {
            assertThat(found.get(i)).isEqualTo(i % 50 == 0 || i == 99 ? null : (Object) (long) i);
        }
    }

    @Test
    void readsOtherFilesAsOneBadRecord() throws IOException {
        byte[] noise = "this is not a record file, despite its file name".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> ReadBack.of(NUMBERS).read(noise)).isInstanceOf(CorruptRecordException.class);
        List<Row> rows = ReadBack.of(REPORTED).mode(ReadMode.PERMISSIVE).read(noise);
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).getString(1)).contains("length checksum");
        assertThat(ReadBack.of(REPORTED).mode(ReadMode.DROPMALFORMED).read(noise))
                .isEmpty();
    }

    @Test
    void endsAtDamageInOfRecord() throws IOException {
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            payloads.add(Example.builder().put("n", (long) i).build().toByteArray(Dialect.ONEFLOW));
        }
        byte[] intact = ReadBack.file(RecordFormat.OFRECORD, Compression.NONE, payloads);
        byte[] cut = Arrays.copyOf(intact, intact.length - 3);

        ReadBack reported =
                ReadBack.of(REPORTED, RecordFormat.OFRECORD, RecordType.EXAMPLE).mode(ReadMode.PERMISSIVE);
        List<Row> rows = reported.read(cut);
        assertThat(rows).hasSize(50);
        assertThat(rows.get(49).isNullAt(0)).isTrue();
        assertThat(rows.get(49).getString(1)).contains("record 49 at offset", "the rest of the file cannot be read");
        assertThat(reported.counts.skipped).isEqualTo(1);

        assertThat(ReadBack.of(NUMBERS, RecordFormat.OFRECORD, RecordType.EXAMPLE)
                        .mode(ReadMode.DROPMALFORMED)
                        .read(cut))
                .hasSize(49);
        ReadBack strict = ReadBack.of(NUMBERS, RecordFormat.OFRECORD, RecordType.EXAMPLE);
        assertThatThrownBy(() -> strict.read(cut)).isInstanceOf(CorruptRecordException.class);
        assertThat(strict.rows).hasSize(49);
    }

    @Test
    void endsAtABrokenCompressedStream() throws IOException {
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            payloads.add(Example.builder().put("n", i * 7919L).build().toByteArray());
        }
        byte[] intact = ReadBack.file(RecordFormat.TFRECORD, Compression.GZIP, payloads);
        byte[] cut = Arrays.copyOf(intact, intact.length / 2);

        List<Row> rows = ReadBack.of(REPORTED).mode(ReadMode.PERMISSIVE).read(cut);

        assertThat(rows.size()).isBetween(2, 4999);
        assertThat(rows.get(rows.size() - 1).getString(1)).contains("damaged compressed stream");
        assertThat(column(rows.subList(0, rows.size() - 1))).doesNotContainNull();
        assertThatThrownBy(() -> ReadBack.of(NUMBERS).read(cut)).isInstanceOf(CorruptRecordException.class);
    }

    // ---------------------------------------------------------------- records that do not fit

    private static final Example[] ODD = {
        Example.builder().put("n", 1L).build(),
        Example.builder().put("n", 1.5f).build(),
        Example.builder().put("n", new long[] {1, 2}).build(),
        Example.builder().put("n", 300L).build(),
        Example.builder().put("n", 5L).build()
    };

    private static final StructType BYTE = StructType.fromDDL("n tinyint, _corrupt_record string");

    @Test
    void returnsRowsForMismatchedRecords() throws IOException {
        ReadBack read = ReadBack.of(BYTE).mode(ReadMode.PERMISSIVE);

        List<Row> rows = read.read(ReadBack.file(ODD));

        assertThat(column(rows)).containsExactly((byte) 1, null, null, null, (byte) 5);
        assertThat(rows.get(0).isNullAt(1)).isTrue();
        assertThat(rows.get(1).getString(1))
                .startsWith(ReadBack.NAME + ": record 1 at offset ")
                .contains("column \"n\": expected ", "int64", "float");
        assertThat(rows.get(2).getString(1))
                .contains("record 2 at offset", "expected one value, found 2; read it as array<tinyint>");
        assertThat(rows.get(3).getString(1)).contains("expected a number from -128 to 127, found 300");
        assertThat(read.counts.skipped).isEqualTo(3);
    }

    @Test
    void dropsMismatchedRecords() throws IOException {
        ReadBack read = ReadBack.of(BYTE).mode(ReadMode.DROPMALFORMED).wanting("n");

        assertThat(column(read.read(ReadBack.file(ODD)))).containsExactly((byte) 1, (byte) 5);
        assertThat(read.counts.skipped).isEqualTo(3);
        assertThat(read.wanting().read(ReadBack.file(ODD))).hasSize(2);
        assertThat(column(read.counting().read(ReadBack.file(ODD)))).containsExactly(2L);
    }

    @Test
    void failsAtAMismatchedRecord() throws IOException {
        ReadBack read = ReadBack.of(BYTE).wanting("n");

        assertThatThrownBy(() -> read.read(ReadBack.file(ODD)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(ReadBack.NAME + ": record 1 at offset ")
                .hasMessageContaining("column \"n\"");
        assertThat(column(read.rows)).containsExactly((byte) 1);
        assertThat(read.limit(1).read(ReadBack.file(ODD))).hasSize(1);
    }

    @Test
    void treatsOtherPayloadsAsMismatchedRecords() throws IOException {
        byte[] file = ReadBack.file(
                RecordFormat.TFRECORD, Compression.NONE, List.of(new byte[] {10, 100, 1}, ODD[0].toByteArray()));

        List<Row> rows = ReadBack.of(BYTE).mode(ReadMode.PERMISSIVE).read(file);

        assertThat(column(rows)).containsExactly(null, (byte) 1);
        assertThat(rows.get(0).getString(1)).contains("record 0 at offset 0: expected ");
    }

    @Test
    void rejectsMissingValuesOfRequiredColumns() throws IOException {
        StructType schema = StructType.fromDDL("n bigint NOT NULL");
        byte[] file = ReadBack.file(ODD[0], Example.empty());

        assertThatThrownBy(() -> ReadBack.of(schema).read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("record 1 at offset")
                .hasMessageContaining("column \"n\": expected a value, found none; make the column nullable");
    }

    @Test
    void readsOnlyTextAsStrings() throws IOException {
        byte[] file = ReadBack.file(
                Example.builder().put("s", "grün").build(),
                Example.builder().put("s", new byte[] {'a', (byte) 0xff}).build(),
                Example.builder().put("s", "").build());

        List<Row> rows = ReadBack.of(StructType.fromDDL("s string, _corrupt_record string"))
                .mode(ReadMode.PERMISSIVE)
                .read(file);

        assertThat(column(rows)).containsExactly("grün", null, "");
        assertThat(rows.get(1).getString(1))
                .contains("expected text in UTF-8, found the byte 0xff at 1 of 2; read it as a binary column");
        assertThat(ReadBack.of(StructType.fromDDL("s binary")).read(file)).hasSize(3);
    }

    @Test
    void readsOnlyZeroAndOneAsBooleans() throws IOException {
        byte[] file = ReadBack.file(
                Example.builder().put("b", 1L).build(),
                Example.builder().put("b", 2L).build());

        assertThatThrownBy(() -> ReadBack.of(StructType.fromDDL("b boolean")).read(file))
                .hasMessageContaining("expected 0 or 1 for a boolean, found 2");
    }

    @Test
    void readsOnlyDecimalsThatFit() throws IOException {
        String[] texts = {"1.50", "1.505", "-99.9", "1000", "ten", "1e999999999", "0e-999999999", "", "007", "1E2"};
        Example[] examples = Arrays.stream(texts)
                .map(text -> Example.builder().put("d", text).build())
                .toArray(Example[]::new);

        List<Row> rows = ReadBack.of(StructType.fromDDL("d decimal(5,2), _corrupt_record string"))
                .mode(ReadMode.PERMISSIVE)
                .read(ReadBack.file(examples));

        assertThat(column(rows).toString())
                .isEqualTo("[1.50, null, -99.90, null, null, null, null, null, 7.00, 100.00]");
        assertThat(rows.get(1).getString(1))
                .contains("expected a number that fits decimal(5,2) exactly, found \"1.505\"");
    }

    @Test
    void findsAMismatchInsideAnArray() throws IOException {
        byte[] file = ReadBack.file(
                Example.builder().put("a", new long[] {1, 2}).build(),
                Example.builder().put("a", new long[] {3, 70_000}).build(),
                Example.builder().put("a", new long[] {5}).build());

        List<Row> rows = ReadBack.of(StructType.fromDDL("a array<smallint>, _corrupt_record string"))
                .mode(ReadMode.PERMISSIVE)
                .read(file);

        assertThat(rows.get(0).toString()).isEqualTo("[ArraySeq(1, 2),null]");
        assertThat(rows.get(1).getString(1)).contains("record 1", "from -32768 to 32767, found 70000");
        assertThat(rows.get(2).toString()).isEqualTo("[ArraySeq(5),null]");
    }

    // ---------------------------------------------------------------- bad records and filters

    @Test
    void treatsBadRecordsAsNullsInFilters() throws IOException {
        byte[] file = ReadBack.file(ODD);
        ReadBack reported = ReadBack.of(BYTE).mode(ReadMode.PERMISSIVE);

        assertThat(column(reported.where(new EqualTo("n", (byte) 5)).read(file)))
                .containsExactly((byte) 5);
        assertThat(reported.where(new IsNull("n")).read(file)).hasSize(3);
        assertThat(reported.counts.skipped).isEqualTo(3);
        assertThat(column(reported.where(new IsNotNull("n")).read(file))).containsExactly((byte) 1, (byte) 5);
        assertThat(column(ReadBack.of(BYTE)
                        .mode(ReadMode.DROPMALFORMED)
                        .where(new IsNull("n"))
                        .read(file)))
                .isEmpty();
    }

    @Test
    void findsMismatchesInColumnsThatAreReadLast() throws IOException {
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            examples.add(Example.builder()
                    .put("n", (long) i)
                    .put("t", i % 5 == 0 ? Feature.of(1L) : Feature.of("t" + i))
                    .build());
        }
        byte[] file = ReadBack.file(examples.toArray(Example[]::new));
        StructType schema = StructType.fromDDL("n bigint, t string, _corrupt_record string");

        assertThat(column(ReadBack.of(schema)
                        .mode(ReadMode.DROPMALFORMED)
                        .wanting("t")
                        .where(new GreaterThanOrEqual("n", 14L))
                        .read(file)))
                .containsExactly("t14", "t16", "t17", "t18", "t19");
        ReadBack strict = ReadBack.of(schema).wanting("t").where(new GreaterThanOrEqual("n", 13L));
        assertThatThrownBy(() -> strict.read(file)).hasMessageContaining("record 15 at offset");
        assertThat(column(strict.rows)).containsExactly("t13", "t14");
        assertThat(column(ReadBack.of(schema)
                        .mode(ReadMode.PERMISSIVE)
                        .wanting("t")
                        .where(new StringContains("t", "9"))
                        .read(file)))
                .containsExactly("t9", "t19");
    }

    @Test
    void rejectsFiltersThatItCannotEvaluate() {
        StructType schema = StructType.fromDDL("n bigint");

        assertThatThrownBy(
                        () -> ReadBack.of(schema).where(new EqualTo("n", "1")).read(numbers(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Spark must evaluate it");
    }
}
