package dev.riffle.parse.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Writes random rows as CSV, with and without quotes, and compares the decoded columns with the rows. */
class CsvDecoderRoundTripTest {

    private static final int ROUNDS = 2000;
    private static final CsvDecoder DECODER = CsvDecoder.of(
            CsvColumn.int32(0), CsvColumn.int64(0), CsvColumn.float32(0), CsvColumn.float64(0), CsvColumn.string(""));

    @Test
    void decodesTheWrittenRows() throws Exception {
        Rounds.run("CsvDecoderRoundTripTest", ROUNDS, (random, name) -> {
            char delimiter = ",;\t|".charAt(random.nextInt(4));
            int rows = random.nextInt(4);
            int[] ints = random.ints(rows).toArray();
            long[] longs = random.longs(rows).toArray();
            double[] doubles = new double[rows];
            float[] floats = new float[rows];
            String[] texts = new String[rows];
            List<Bytes> records = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                floats[row] = Float.intBitsToFloat(random.nextInt());
                floats[row] = Float.isNaN(floats[row]) ? Float.NaN : floats[row];
                doubles[row] = Double.longBitsToDouble(random.nextLong());
                doubles[row] = Double.isNaN(doubles[row]) ? Double.NaN : doubles[row];
                texts[row] = text(random);
                records.add(Bytes.ofUtf8(String.join(
                        String.valueOf(delimiter),
                        maybeQuoted(random, ints[row]),
                        maybeQuoted(random, longs[row]),
                        maybeQuoted(random, floats[row]),
                        maybeQuoted(random, doubles[row]),
                        '"' + texts[row].replace("\"", "\"\"") + '"')));
            }
            assertThat(DECODER.delimiter(delimiter).decode(records))
                    .containsExactly(
                            DenseTensor.vector(Values.ofInts(ints)),
                            DenseTensor.vector(Values.ofLongs(longs)),
                            DenseTensor.vector(Values.ofFloats(floats)),
                            DenseTensor.vector(Values.ofDoubles(doubles)),
                            DenseTensor.vector(Values.ofStrings(texts)));
        });
    }

    private static String maybeQuoted(Random random, Object number) {
        return random.nextInt(3) == 0 ? "\"" + number + '"' : random.nextInt(3) == 0 ? " " + number : "" + number;
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.appendCodePoint(
                    random.nextBoolean() ? ",;\t|\"\n\r a".charAt(random.nextInt(9)) : 0xe9 + random.nextInt(99));
        }
        return text.toString();
    }
}
