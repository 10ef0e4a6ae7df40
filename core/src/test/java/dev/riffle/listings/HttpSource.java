package dev.riffle.listings;

import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;

// listing
/** Reads an object of a web server that supports ranges and ETags. */
record HttpSource(HttpClient client, String name, OptionalLong size, Optional<String> version) implements ByteSource {

    static HttpSource open(HttpClient client, URI uri) throws IOException {
        HttpRequest.Builder head = HttpRequest.newBuilder(uri).method("HEAD", BodyPublishers.ofString(""));
        HttpHeaders found = send(client, head.build(), 200).headers();
        long size = found.firstValueAsLong("Content-Length").orElseThrow();
        return new HttpSource(client, uri.toString(), OptionalLong.of(size), found.firstValue("ETag"));
    }

    @Override
    public ReadableByteChannel open(long from) throws IOException {
        return open(from, Long.MAX_VALUE - Math.max(from, 0));
    }

    @Override
    public ReadableByteChannel open(long from, long length) throws IOException {
        long last = Math.min(new ByteRange(from, length).end(), size.getAsLong()) - 1;
        if (from > last) {
            return Channels.newChannel(InputStream.nullInputStream());
        }
        HttpRequest.Builder get = HttpRequest.newBuilder(URI.create(name)).header("If-Match", version.orElse("*"));
        get.header("Range", "bytes=" + from + "-" + last);
        return Channels.newChannel(send(client, get.build(), 206).body());
    }

    private static HttpResponse<InputStream> send(HttpClient client, HttpRequest request, int code) throws IOException {
        try {
            HttpResponse<InputStream> found = client.send(request, BodyHandlers.ofInputStream());
            if (found.statusCode() == code) {
                return found;
            }
            found.body().close();
            throw new IOException(request.uri() + ": expected status " + code + ", found " + found.statusCode());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(request.uri() + ": interrupted");
        }
    }
}
// end
