package dev.riffle.listings;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;

// listing
/** Reads an object of a web server that supports ranges and ETags. */
record HttpSource(HttpClient client, URI uri, long bytes, String tag) implements ByteSource {

    static HttpSource open(HttpClient client, URI uri) throws IOException {
        HttpRequest head = HttpRequest.newBuilder(uri)
                .method("HEAD", HttpRequest.BodyPublishers.ofByteArray(new byte[0]))
                .build();
        HttpResponse<InputStream> found = send(client, head, 200);
        long bytes = found.headers().firstValueAsLong("Content-Length").orElseThrow();
        return new HttpSource(
                client, uri, bytes, found.headers().firstValue("ETag").orElseThrow());
    }

    @Override
    public String name() {
        return uri.toString();
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.of(bytes);
    }

    @Override
    public Optional<String> version() {
        return Optional.of(tag);
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        return open(offset, Long.MAX_VALUE);
    }

    @Override
    public ReadableByteChannel open(long offset, long length) throws IOException {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException("must not be negative: " + Math.min(offset, length));
        }
        if (offset >= bytes || length == 0) {
            return Channels.newChannel(InputStream.nullInputStream());
        }
        String range = "bytes=" + offset + "-" + (Math.min(length, bytes - offset) + offset - 1);
        HttpRequest get = HttpRequest.newBuilder(uri)
                .header("Range", range)
                .header("If-Match", tag)
                .build();
        return Channels.newChannel(send(client, get, 206).body());
    }

    private static HttpResponse<InputStream> send(HttpClient client, HttpRequest request, int expected)
            throws IOException {
        try {
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            if (response.statusCode() != expected) {
                response.body().close();
                throw new IOException(
                        request.uri() + ": expected status " + expected + ", found " + response.statusCode());
            }
            return response;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(request.uri() + ": interrupted");
        }
    }
}
// end
