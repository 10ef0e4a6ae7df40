package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Row;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.util.List;

/**
 * A typed record of ten features, with values of a {@link Row}.
 *
 * @param user an integer
 * @param item an integer
 * @param age an integer of 32 bits
 * @param label whether the user clicked
 * @param price a float
 * @param score a float
 * @param page a text
 * @param token a byte string
 * @param history four integers
 * @param embedding 32 floats
 */
public record Impression(
        long user,
        long item,
        int age,
        boolean label,
        float price,
        float score,
        String page,
        Bytes token,
        long[] history,
        float[] embedding) {

    static Impression of(Row row) {
        long[] counters = row.counters();
        return new Impression(
                counters[0],
                counters[1],
                (int) counters[2],
                row.label() == 1,
                row.ratios()[0],
                row.ratios()[1],
                Bytes.copyOf(row.categories()[0]).hex(),
                Bytes.copyOf(row.categories()[1]),
                new long[] {counters[3], counters[4], counters[5], counters[6]},
                row.embedding());
    }

    static List<Impression> of(List<Row> rows) {
        return rows.stream().map(Impression::of).toList();
    }

    /** Returns the Example that a program without a codec builds. */
    Example toExample() {
        return Example.builder()
                .put("user", user)
                .put("item", item)
                .put("age", age)
                .put("label", label)
                .put("price", price)
                .put("score", score)
                .put("page", page)
                .put("token", token)
                .put("history", history)
                .put("embedding", embedding)
                .build();
    }

    /** Returns the record that a program without a codec reads from an Example. */
    static Impression from(Example example) {
        return new Impression(
                example.feature("user").longValue(),
                example.feature("item").longValue(),
                Math.toIntExact(example.feature("age").longValue()),
                example.feature("label").longValue() == 1,
                example.feature("price").floatValue(),
                example.feature("score").floatValue(),
                example.feature("page").utf8Value(),
                example.feature("token").bytesValue(),
                example.feature("history").longs(),
                example.feature("embedding").floats());
    }
}
