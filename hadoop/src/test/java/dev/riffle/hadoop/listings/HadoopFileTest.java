package dev.riffle.hadoop.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.hadoop.HadoopSink;
import dev.riffle.hadoop.HadoopSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopFileTest {

    @Test
    void run(@TempDir java.nio.file.Path folder) throws IOException {
        Path path = new Path(folder.resolve("animals.tfrecord").toUri());
        Configuration configuration = new Configuration();
        List<String> names = new ArrayList<>();
        // listing
        try (RecordWriter records =
                RecordWriter.create(HadoopSink.inPlace(path, configuration), RecordWriterOptions.defaults())) {
            records.write("cat");
            records.write("dog");
            records.commit();
        }

        try (RecordReader records = RecordReader.open(HadoopSource.of(path, configuration))) {
            while (records.next()) {
                names.add(Bytes.copyOf(records.payload()).utf8());
            }
        }
        // end
        assertThat(names).containsExactly("cat", "dog");
    }
}
