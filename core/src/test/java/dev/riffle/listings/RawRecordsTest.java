package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.RecordDataset;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawRecordsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        // listing
        RecordDataset.files(file).take(10).forEach(out::println);
        // end
        assertThat(out).hasToString("""
                85 bytes [0a530a110a08666561747572653012051a030a01010a110a0866656174757265...]
                85 bytes [0a530a110a08666561747572653012051a030a01000a110a0866656174757265...]
                85 bytes [0a530a110a08666561747572653012051a030a01010a110a0866656174757265...]
                87 bytes [0a550a110a08666561747572653012051a030a01000a110a0866656174757265...]
                83 bytes [0a510a110a08666561747572653012051a030a01000a110a0866656174757265...]
                85 bytes [0a530a110a08666561747572653012051a030a01000a110a0866656174757265...]
                83 bytes [0a510a110a08666561747572653012051a030a01000a110a0866656174757265...]
                87 bytes [0a550a110a08666561747572653012051a030a01010a110a0866656174757265...]
                85 bytes [0a530a110a08666561747572653012051a030a01000a110a0866656174757265...]
                87 bytes [0a550a110a08666561747572653012051a030a01010a110a0866656174757265...]
                """);
    }
}
