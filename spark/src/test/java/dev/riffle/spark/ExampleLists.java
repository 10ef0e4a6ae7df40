package dev.riffle.spark;

import static dev.riffle.example.internal.ForeignMessages.field;
import static dev.riffle.example.internal.ForeignMessages.join;

import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Makes records of the type ExampleListWithContext, writes them without Spark, and reads them with Spark. */
final class ExampleLists {

    private ExampleLists() {}

    /** Returns a record with the examples before the context. */
    static byte[] list(Example context, Example... examples) {
        return join(examples(examples), context(context));
    }

    /** Returns a record with the context before the examples. */
    static byte[] contextFirst(Example context, Example... examples) {
        return join(context(context), examples(examples));
    }

    private static byte[] context(Example context) {
        return field(2, context.toByteArray());
    }

    private static byte[] examples(Example... examples) {
        return join(Arrays.stream(examples)
                .map(example -> field(1, example.toByteArray()))
                .toArray(byte[][]::new));
    }

    /** Returns an Example with the features {@code clicks} and {@code title}, the letter t with the same number. */
    static Example doc(long clicks) {
        return Example.builder()
                .put("clicks", clicks)
                .put("title", "t" + clicks)
                .build();
    }

    /** Writes the only file of the folder {@code in}, replaces an older one, and returns its path. */
    static String write(Path folder, byte[]... payloads) {
        return TestFiles.write(
                folder.resolve("in/lists.tfrecord"),
                RecordWriterOptions.defaults().overwrite(),
                payloads);
    }

    /** Returns the rows of a file of lists from both of Spark's interfaces. */
    static List<Dataset<Row>> read(Map<String, String> options, String schema, String path) {
        String pairs = options.entrySet().stream()
                .map(option -> ", " + option.getKey() + " '" + option.getValue() + "'")
                .collect(Collectors.joining());
        LocalSession.spark().sql("DROP TABLE IF EXISTS lists");
        LocalSession.spark()
                .sql("CREATE TABLE lists (" + schema + ") USING tfrecord OPTIONS (recordType 'ExampleListWithContext'"
                        + pairs + ") LOCATION '" + path + "'");
        return List.of(
                reader().options(options).schema(schema).load(path),
                LocalSession.spark().table("lists"));
    }

    /** Returns a reader of lists. */
    static DataFrameReader reader() {
        return LocalSession.spark().read().format("tfrecord").option("recordType", "ExampleListWithContext");
    }
}
