package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Converts the recorded Examples to Arrow and back. */
class ArrowRecordsConformanceTest {

    @TempDir
    private Path directory;

    @Test
    void recordedExamplesStayEqual() throws IOException {
        int[] compared = {0};
        ConformanceFile.run("example.jsonl", aCase -> {
            if (aCase.flag("error") || !aCase.text("message").equals("Example")) {
                return List.of();
            }
            Example known = ArrowRecordsRoundTripTest.consistent(Example.parse(aCase.bytes("wire")), new HashMap<>());
            if (known.names().isEmpty()) {
                return List.of();
            }
            compared[0]++;
            try {
                // A second record keeps the type of payloads recognisable that have only unusual fields.
                List<Bytes> back = ArrowRecordsRoundTripTest.roundTrip(
                        RecordFormat.TFRECORD, directory, List.of(known.toBytes(), Bytes.ofOwned(aCase.bytes("wire"))));
                return back.equals(List.of(known.toBytes(), known.toBytes()))
                        ? List.of()
                        : List.of("became " + Example.parse(back.get(1)));
            } catch (IOException e) {
                return List.of(String.valueOf(e));
            }
        });
        assertThat(compared[0]).isGreaterThan(50);
    }
}
