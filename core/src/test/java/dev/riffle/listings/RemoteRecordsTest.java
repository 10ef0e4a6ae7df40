package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.documents.Repository;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemoteRecordsTest {

    @Test
    void run() throws IOException {
        Printed out = new Printed();
        byte[][] payloads = new byte[5000][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = String.format("record %4d", i).getBytes(StandardCharsets.UTF_8);
        }
        byte[] file = RecordFiles.tfRecords(payloads);
        try (ObjectServer server = new ObjectServer(file)) {
            URI uri = server.uri();
            // listing
            HttpSource source = HttpSource.open(HttpClient.newHttpClient(), uri);
            try (RecordReader records = RecordReader.open(source)) {
                records.next();
                out.println(Bytes.ofOwned(records.payloadBytes()).utf8());
            }
            try (RecordIndex index = RecordIndex.openSources(List.of(source))) {
                out.println(index.get(4321).utf8());
                out.println(index.getAll(10, 11, 12).get(2).utf8());
            }
            // end
            int frame = payloads[0].length + 16;
            assertThat(server.ranges())
                    .hasSize(5)
                    .startsWith("bytes=0-65535")
                    .contains("bytes=" + 4321 * frame + "-" + (4322 * frame - 1))
                    .endsWith("bytes=" + 10 * frame + "-" + (13 * frame - 1));

            RecordReader before = RecordReader.open(source);
            server.put(RecordFiles.GOLDEN);
            assertThatIOException()
                    .isThrownBy(() -> {
                        while (before.next()) {
                            assertThat(before.payloadSize()).isEqualTo(11);
                        }
                    })
                    .withMessageContaining("412");
            before.close();
        }
        assertThat(out).hasToString("""
                record    0
                record 4321
                record   12
                """);
    }

    @Test
    void errorsNameTheAddressAndTheStatus() throws IOException {
        try (ObjectServer server = new ObjectServer(RecordFiles.GOLDEN)) {
            URI missing = server.uri().resolve("/missing");

            assertThatIOException()
                    .isThrownBy(() -> HttpSource.open(HttpClient.newHttpClient(), missing))
                    .withMessage(missing + ": expected status 200, found 404");
        }
    }

    @Test
    void theSourceHasAtMostFortyLines() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/guides/own-storage.md"));
        String listing = page.substring(page.indexOf("```java\n") + 8);

        assertThat(listing).startsWith("/** Reads an object");
        assertThat(listing.substring(0, listing.indexOf("```")).lines()).hasSizeBetween(30, 40);
    }
}
