package dev.riffle.parse.csv;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import java.util.List;

/**
 * Decodes arbitrary bytes as a CSV record. The decoder must return columns or throw the documented exception. Ordinary
 * test runs replay the saved inputs.
 */
class CsvDecoderFuzzTest {

    private static final CsvDecoder PLAIN = CsvDecoder.of(
            CsvColumn.int32(1), CsvColumn.float32(2), CsvColumn.string("d"), CsvColumn.required(DType.FLOAT64));

    private static final List<CsvDecoder> DECODERS = List.of(
            PLAIN,
            PLAIN.withoutQuoting(),
            PLAIN.delimiter('"'),
            PLAIN.delimiter('\n').naValue("NA"),
            PLAIN.selectColumns(0, 2, 3, 5),
            CsvDecoder.of(CsvColumn.int64(0)).delimiter(' '));

    @FuzzTest
    void decode(byte[] record) {
        for (CsvDecoder decoder : DECODERS) {
            List<DenseTensor> columns;
            try {
                columns = decoder.decode(Bytes.ofOwned(record));
            } catch (CsvDecodeException e) {
                assertThat(e.recordIndex()).isZero();
                continue;
            }
            assertThat(columns).isNotEmpty().allMatch(column -> column.values().size() == 1);
        }
    }
}
