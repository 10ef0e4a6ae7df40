package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedTextException;
import dev.riffle.example.RandomMessages;
import dev.riffle.io.Bytes;
import dev.riffle.parse.csv.CsvColumn;
import dev.riffle.parse.csv.CsvDecodeException;
import dev.riffle.parse.csv.CsvDecoder;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.tensorflow.exceptions.TFInvalidArgumentException;
import org.tensorflow.op.io.DecodeCsv;

/**
 * Checks that TensorFlow's DecodeCSV and DecodeJSONExample agree with Riffle's decoders on random and damaged input.
 * Riffle follows TensorFlow 2.21. TensorFlow 2.18 reads numbers and JSON with older functions. So this test generates
 * no input that only one version accepts.
 */
@ExtendWith(TensorFlowPresence.class)
class DecodeInteropIT {

    private static final int ROUNDS = 10 * ParseVerdicts.ROUNDS;
    private static final int FEWEST = 300;

    private static final List<DType> TYPES =
            List.of(DType.INT32, DType.INT64, DType.FLOAT32, DType.FLOAT64, DType.STRING);

    /**
     * The characters of numbers. A plus is absent, because TensorFlow 2.18 rejects it before integers. The letters of
     * "infinity" are absent too.
     */
    private static final String NUMBER_CHARACTERS = "0123456789-.e\"x";

    /** The exponents of denormal numbers, which TensorFlow's operation converts to 0. */
    private static final Pattern DENORMAL = Pattern.compile("e-(3[89]|4)");

    private static final String DELIMITERS = ",,,;\"-7 ";

    private static final List<String> NA_VALUES = List.of("", "", "7", "a", "-");

    private static final String TEXT_CHARACTERS = "ab\",\n\r 7";

    private int taken;
    private int rejected;

    @Test
    void agreesOnRandomCsv() {
        Random random = ParseVerdicts.random("DecodeInteropIT csv");
        try (TensorFlowDecoder tensorFlow = new TensorFlowDecoder()) {
            for (int i = 0; i < ROUNDS; i++) {
                compareCsv(random, tensorFlow);
            }
        }
        assertThat(taken).isGreaterThan(FEWEST);
        assertThat(rejected).isGreaterThan(FEWEST);
    }

    private void compareCsv(Random random, TensorFlowDecoder tensorFlow) {
        List<DType> types = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            types.add(TYPES.get(random.nextInt(TYPES.size())));
        }
        boolean withDefaults = random.nextBoolean();
        boolean quoting = random.nextInt(4) > 0;
        char delimiter = DELIMITERS.charAt(random.nextInt(DELIMITERS.length()));
        String naValue = NA_VALUES.get(random.nextInt(NA_VALUES.size()));
        int[] selected = random.nextInt(4) > 0
                ? new int[0]
                : random.ints(0, 6).distinct().limit(types.size()).sorted().toArray();
        List<byte[]> records = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            records.add(line(random, types, selected).replace(',', delimiter).getBytes(StandardCharsets.UTF_8));
        }
        boolean floats = types.contains(DType.FLOAT32) || types.contains(DType.FLOAT64);
        if (floats && records.stream().anyMatch(record -> hasOldFloat(record, delimiter))) {
            return;
        }
        CsvDecoder decoder = CsvDecoder.of(
                        types.stream().map(type -> column(type, withDefaults)).toList())
                .delimiter(delimiter)
                .naValue(naValue);
        decoder = quoting ? decoder : decoder.withoutQuoting();
        CsvDecoder ours = selected.length == 0 ? decoder : decoder.selectColumns(selected);
        List<Values> expected = null;
        try {
            expected = tensorFlow.csv(
                    records,
                    types,
                    withDefaults,
                    DecodeCsv.fieldDelim(String.valueOf(delimiter)),
                    DecodeCsv.naValue(naValue),
                    DecodeCsv.useQuoteDelim(quoting),
                    DecodeCsv.selectCols(
                            IntStream.of(selected).mapToObj(Long::valueOf).toList()));
        } catch (TFInvalidArgumentException e) {
            rejected++;
        }
        List<Values> found = null;
        try {
            found = ours.decode(records.stream().map(Bytes::ofOwned).toList()).stream()
                    .map(DenseTensor::values)
                    .toList();
        } catch (CsvDecodeException e) {
            assertThat(e.recordIndex()).isNotNegative();
        }
        taken += expected == null ? 0 : 1;
        assertThat(found)
                .as(() -> types + " between " + delimiter + " of "
                        + records.stream().map(String::new).toList())
                .isEqualTo(expected);
    }

    /** Returns whether TensorFlow 2.18 may read a blank field as 0, or reject a hexadecimal fraction. */
    private static boolean hasOldFloat(byte[] record, char delimiter) {
        String edge = "\"|" + Pattern.quote(String.valueOf(delimiter));
        return Pattern.compile("(^|" + edge + ")\\s+(" + edge + "|$)|0x")
                .matcher(new String(record, StandardCharsets.UTF_8))
                .find();
    }

    private static CsvColumn column(DType type, boolean withDefault) {
        if (!withDefault) {
            return CsvColumn.required(type);
        }
        return switch (type) {
            case INT32 -> CsvColumn.int32(7);
            case INT64 -> CsvColumn.int64(7);
            case FLOAT32 -> CsvColumn.float32(7);
            case FLOAT64 -> CsvColumn.float64(7);
            default -> CsvColumn.string("7");
        };
    }

    private static String line(Random random, List<DType> types, int[] selected) {
        int fields = selected.length == 0 ? types.size() : 6;
        fields += random.nextInt(8) == 0 ? random.nextInt(3) - 1 : 0;
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < fields; i++) {
            line.append(i == 0 ? "" : ",");
            line.append(field(random, types.get(i % types.size())));
        }
        if (random.nextInt(6) == 0 && !line.isEmpty()) {
            line.insert(random.nextInt(line.length() + 1), ",\"\n\r".charAt(random.nextInt(4)));
        }
        return line.toString();
    }

    private static String field(Random random, DType type) {
        String field = switch (random.nextInt(12)) {
            case 0 -> "";
            case 1 -> some(random, type == DType.STRING ? TEXT_CHARACTERS : NUMBER_CHARACTERS);
            default ->
                switch (type) {
                    case INT32 -> String.valueOf(random.nextInt() >> random.nextInt(32));
                    case INT64 -> String.valueOf(random.nextLong() >> random.nextInt(64));
                    case FLOAT32 -> String.valueOf((float) number(random));
                    case FLOAT64 -> String.valueOf(number(random));
                    default -> some(random, "ab 7");
                };
        };
        return random.nextInt(3) == 0 ? '"' + field + '"' : field;
    }

    /** Returns a number far from the denormal numbers, which TensorFlow 2.18 also converts to 0 in CSV. */
    private static double number(Random random) {
        return random.nextGaussian() * Math.pow(10, random.nextInt(61) - 30);
    }

    private static String some(Random random, String characters) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }

    @Test
    void agreesOnRandomJson() {
        Random random = ParseVerdicts.random("DecodeInteropIT json");
        RandomMessages messages = new RandomMessages(random);
        try (TensorFlowDecoder tensorFlow = new TensorFlowDecoder()) {
            for (int i = 0; i < ROUNDS; i++) {
                String json = messages.example(Dialect.TENSORFLOW).toJson();
                if (!DENORMAL.matcher(json).find()) {
                    compareJson(relaxed(random, json), tensorFlow);
                }
            }
        }
        assertThat(taken).isGreaterThan(FEWEST);
        assertThat(rejected).isGreaterThan(FEWEST);
    }

    /** Returns an equivalent spelling, or removes or doubles a structural character. */
    private static String relaxed(Random random, String json) {
        String text = json;
        if (random.nextBoolean()) {
            text = text.replace("\"features\"", "features").replace("\"value\"", "'value'");
        }
        if (random.nextBoolean()) {
            text = text.replace("int64List", "int64_list").replace("floatList", "float_list");
        }
        if (random.nextBoolean()) {
            text = text.replace("{\"feature\"", " {\n \"feature\" ");
        }
        if (random.nextInt(3) == 0) {
            int at = random.nextInt(text.length());
            char c = text.charAt(at);
            if ("{}[]:".indexOf(c) >= 0) {
                text = text.substring(0, at) + (random.nextBoolean() ? "" : "" + c + c) + text.substring(at + 1);
            }
        }
        return text;
    }

    /**
     * Reads surrogate pairs without escapes with a capital U and without white space between the halves. TensorFlow
     * 2.18 rejects these, and later versions accept them.
     */
    @Test
    void bothReadSurrogatesTheSameWay() {
        try (TensorFlowDecoder tensorFlow = new TensorFlowDecoder()) {
            for (String name : List.of(
                    "\\ud83d\\ude00",
                    "\\ud83d\\Ude00",
                    "\\ud83d\\u de00",
                    "\\ud83dx\\ude00",
                    "\\ud83d",
                    "\\ude00",
                    "\\ud83d\\ud83d",
                    "\\ud83d\\u0061",
                    "\\ud83d\\n")) {
                compareJson("{\"features\":{\"feature\":{\"" + name + "\":{}}}}", tensorFlow);
            }
        }
        assertThat(taken).isPositive();
        assertThat(rejected).isPositive();
    }

    private void compareJson(String json, TensorFlowDecoder tensorFlow) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        Example expected = null;
        try {
            expected = Example.parse(tensorFlow.json(text));
            taken++;
        } catch (TFInvalidArgumentException e) {
            rejected++;
        }
        Example found = null;
        try {
            found = Example.decodeJson(Bytes.ofOwned(text));
        } catch (MalformedTextException e) {
            assertThat(e.line()).isPositive();
        }
        assertThat(found).as(json).isEqualTo(expected);
    }
}
