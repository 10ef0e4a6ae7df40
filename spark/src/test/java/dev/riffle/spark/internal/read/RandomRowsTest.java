package dev.riffle.spark.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.Rounds;
import dev.riffle.spark.internal.options.Options;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.write.RowEncoder;
import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that encoded rows equal the bytes of core's builders, for each form of rows in Spark. */
class RandomRowsTest {

    private static final int TABLES = 15;

    private static final int ROWS = 60;

    @ParameterizedTest
    @CsvSource({"TFRECORD, EXAMPLE", "TFRECORD, SEQUENCE_EXAMPLE", "OFRECORD, EXAMPLE"})
    void encodesTheBytesOfTheBuilders(String formatName, RecordType type) {
        RecordFormat format = RecordFormat.named(formatName).orElseThrow();
        long seed = Rounds.seed("random rows " + format + " " + type);
        Random random = new Random(seed);
        for (int i = 0; i < TABLES; i++) {
            RecordOptions options = Options.of(format, type, "NONE", random.nextBoolean(), 0);
            RandomTable table = new RandomTable(random, options);
            var schema = table.schema();
            RowEncoder encoder = RowEncoder.of(schema, options);
            UnsafeProjection packed = UnsafeProjection.create(schema);
            for (int row = 0; row < ROWS; row++) {
                RandomTable.Sample sample = table.sample();
                if (sample.message().length == 0 && format == RecordFormat.OFRECORD) {
                    continue;
                }
                assertThat(bytes(encoder, sample.row()))
                        .as("seed %d table %d row %d: %s", seed, i, row, schema)
                        .isEqualTo(sample.message());
                assertThat(bytes(encoder, packed.apply(sample.row())))
                        .as("packed, seed %d table %d row %d: %s", seed, i, row, schema)
                        .isEqualTo(sample.message());
            }
        }
    }

    private static byte[] bytes(RowEncoder encoder, InternalRow row) {
        ByteBuffer payload = encoder.encode(row);
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        return bytes;
    }
}
