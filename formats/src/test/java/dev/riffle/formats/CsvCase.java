package dev.riffle.formats;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.parse.csv.CsvColumn;
import dev.riffle.parse.csv.CsvDecodeException;
import dev.riffle.parse.csv.CsvDecoder;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.List;

/** Runs a conformance case of {@code decode_csv}. */
final class CsvCase {

    private CsvCase() {}

    static List<String> problems(ConformanceCase aCase, ConformanceCase expected) {
        List<Bytes> records =
                aCase.bytesItems("records").stream().map(Bytes::ofOwned).toList();
        List<DenseTensor> found;
        try {
            found = decoder(aCase).decode(records);
        } catch (CsvDecodeException | IllegalArgumentException e) {
            return expected.has("error") ? List.of() : List.of("rejected: " + e.getMessage());
        }
        if (expected.has("error")) {
            return List.of("expected " + expected.text("error") + ", found " + found);
        }
        List<ConformanceCase> columns = expected.objects("columns");
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            DenseTensor column = DenseTensor.of(Shape.of(records.size()), values(columns.get(i)));
            if (!found.get(i).equals(column)) {
                problems.add("column " + i + ": expected " + column + ", found " + found.get(i));
            }
        }
        return columns.size() == found.size() ? problems : List.of("expected " + columns.size() + " columns");
    }

    private static CsvDecoder decoder(ConformanceCase aCase) {
        List<CsvColumn> columns = aCase.objects("record_defaults").stream()
                .map(column -> {
                    Values value = values(column);
                    return value.size() == 0 ? CsvColumn.required(value.dtype()) : new CsvColumn(value.dtype(), value);
                })
                .toList();
        String delimiter = aCase.text("field_delim");
        if (delimiter.length() != 1) {
            throw new IllegalArgumentException("expected one character as delimiter, found " + delimiter);
        }
        CsvDecoder decoder =
                CsvDecoder.of(columns).delimiter(delimiter.charAt(0)).naValue(aCase.text("na_value"));
        if (!aCase.flag("use_quote_delim")) {
            decoder = decoder.withoutQuoting();
        }
        return aCase.has("select_cols")
                ? decoder.selectColumns(aCase.items("select_cols").stream()
                        .mapToInt(place ->
                                (int) ((JsonValue.Number) place).exactLong().orElseThrow())
                        .toArray())
                : decoder;
    }

    private static Values values(ConformanceCase tensor) {
        DType dtype = DType.named(tensor.text("dtype")).orElseThrow();
        if (dtype == DType.STRING) {
            return Values.ofBytes(
                    tensor.bytesItems("values").stream().map(Bytes::ofOwned).toList());
        }
        List<JsonValue> items = tensor.items("values");
        return switch (dtype) {
            case INT32 ->
                Values.ofInts(items.stream().mapToInt(item -> (int) exact(item)).toArray());
            case INT64 ->
                Values.ofLongs(items.stream().mapToLong(CsvCase::exact).toArray());
            case FLOAT64 ->
                Values.ofDoubles(items.stream().mapToDouble(CsvCase::decimal).toArray());
            case FLOAT32 -> {
                float[] floats = new float[items.size()];
                for (int i = 0; i < floats.length; i++) {
                    floats[i] = (float) decimal(items.get(i));
                }
                yield Values.ofFloats(floats);
            }
            default -> throw new IllegalArgumentException("unknown column type: " + dtype);
        };
    }

    private static long exact(JsonValue item) {
        return item instanceof JsonValue.Text text
                ? Long.parseLong(text.text())
                : ((JsonValue.Number) item).exactLong().orElseThrow();
    }

    private static double decimal(JsonValue item) {
        return item instanceof JsonValue.Text text
                ? Double.parseDouble(text.text())
                : ((JsonValue.Number) item).doubleValue();
    }
}
