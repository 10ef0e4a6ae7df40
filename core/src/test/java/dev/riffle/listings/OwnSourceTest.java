package dev.riffle.listings;

import dev.riffle.io.ByteSource;
import dev.riffle.io.ByteSourceContract;
import java.io.IOException;
import java.net.http.HttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

// listing
class OwnSourceTest extends ByteSourceContract {

    private final HttpClient client = HttpClient.newHttpClient();
    private ObjectServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ObjectServer(new byte[0]);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Override
    protected ByteSource source(byte[] content) throws IOException {
        server.put(content);
        return HttpSource.open(client, server.uri());
    }

    @Override
    protected String name() {
        return server.uri().toString();
    }
}
// end
