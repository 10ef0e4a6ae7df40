package dev.riffle.listings;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A web server with one object. Supports HEAD, ranges, ETag and If-Match, and keeps the requested ranges. */
final class ObjectServer implements AutoCloseable {

    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final List<String> ranges = new CopyOnWriteArrayList<>();
    private volatile byte[] content;

    ObjectServer(byte[] content) throws IOException {
        this.content = content;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/train.tfrecord", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    URI uri() {
        return URI.create("http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + "/train.tfrecord");
    }

    /** Replaces the object. */
    void put(byte[] bytes) {
        content = bytes;
    }

    List<String> ranges() {
        return ranges;
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] present = content;
        String tag = "\"" + Integer.toHexString(Arrays.hashCode(present)) + "\"";
        try (exchange) {
            exchange.getResponseHeaders().set("ETag", tag);
            String match = exchange.getRequestHeaders().getFirst("If-Match");
            if (match != null && !match.equals(tag)) {
                exchange.sendResponseHeaders(412, -1);
                return;
            }
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("Content-Length", Integer.toString(present.length));
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            String wanted = exchange.getRequestHeaders().getFirst("Range");
            Matcher range = RANGE.matcher(wanted);
            if (!range.matches() || Long.parseLong(range.group(1)) >= present.length) {
                exchange.sendResponseHeaders(416, -1);
                return;
            }
            ranges.add(wanted);
            int from = Integer.parseInt(range.group(1));
            int to = (int) Math.min(Long.parseLong(range.group(2)) + 1, present.length);
            exchange.sendResponseHeaders(206, to - from);
            exchange.getResponseBody().write(present, from, to - from);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
