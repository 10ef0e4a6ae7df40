package dev.riffle.hadoop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;

/**
 * A server on this machine that has the calls of S3 that S3A needs. Keeps objects in memory, and counts the requests
 * for objects. Accepts requests with any signature of {@link #ACCESS_KEY}.
 */
public final class S3Server implements Closeable {

    /** The only access key that the server accepts. */
    public static final String ACCESS_KEY = "riffle-tests";

    private static final String BUCKET = "bucket";
    private static final Pattern TAG_KEY = Pattern.compile("<Key>(.*?)</Key>");
    private static final Pattern TAG_PART = Pattern.compile("<PartNumber>(\\d+)</PartNumber>");
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");
    private static final int PIECE_BYTES = 16 << 10;

    private record StoredObject(byte[] bytes, String tag, Instant time) {}

    /** Reports a failure in the form of S3. */
    private static final class S3Failure extends Exception {
        private static final long serialVersionUID = 1;

        private final int status;

        S3Failure(int status, String code) {
            super(code);
            this.status = status;
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final NavigableMap<String, StoredObject> objects = new ConcurrentSkipListMap<>();
    private final Map<String, Map<Integer, byte[]>> uploads = new ConcurrentHashMap<>();
    private final AtomicInteger gets = new AtomicInteger();
    private final AtomicInteger heads = new AtomicInteger();
    private final AtomicInteger uploadCount = new AtomicInteger();
    private final AtomicInteger completed = new AtomicInteger();
    private final AtomicLong sent = new AtomicLong();

    /** Starts a server on a free port. */
    public S3Server() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** Adds the endpoint of this server and the credentials to a configuration. */
    public Configuration addTo(Configuration configuration) {
        properties().forEach(configuration::set);
        return configuration;
    }

    /** Returns the settings of S3A for this server. */
    public Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>();
        properties.put(
                "fs.s3a.endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
        properties.put("fs.s3a.endpoint.region", "us-east-1");
        properties.put("fs.s3a.path.style.access", "true");
        properties.put("fs.s3a.connection.ssl.enabled", "false");
        properties.put("fs.s3a.access.key", ACCESS_KEY);
        properties.put("fs.s3a.secret.key", "secret");
        properties.put("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        properties.put("fs.s3a.attempts.maximum", "2");
        return properties;
    }

    /** Returns the URI of an object or folder. */
    public static String uri(String key) {
        return "s3a://" + BUCKET + "/" + key;
    }

    /** Stores an object. */
    public void put(String key, byte[] bytes) {
        objects.put(key, stored(bytes));
    }

    /** Returns the keys of all objects. */
    public List<String> keys() {
        return List.copyOf(objects.keySet());
    }

    /** Forgets the requests so far. */
    public void reset() {
        gets.set(0);
        heads.set(0);
        sent.set(0);
    }

    /** Returns the number of requests for bytes of objects. */
    public int gets() {
        return gets.get();
    }

    /** Returns the number of requests for the attributes of objects. */
    public int heads() {
        return heads.get();
    }

    /** Returns the number of bytes of objects that the server wrote to its connections, or began to write. */
    public long sent() {
        return sent.get();
    }

    /** Returns the number of multipart uploads that a client completed. */
    public int completedUploads() {
        return completed.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static StoredObject stored(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return new StoredObject(bytes, "\"%08x-%d\"".formatted(sum.getValue(), bytes.length), Instant.now());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                answer(exchange);
            } catch (S3Failure e) {
                byte[] body = ("<Error><Code>" + e.getMessage() + "</Code></Error>").getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/xml");
                boolean head = exchange.getRequestMethod().equals("HEAD");
                exchange.sendResponseHeaders(e.status, head ? -1 : body.length);
                if (!head) {
                    exchange.getResponseBody().write(body);
                }
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException, S3Failure {
        byte[] body = body(exchange);
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (authorization == null || !authorization.contains("Credential=" + ACCESS_KEY + "/")) {
            throw new S3Failure(403, "AccessDenied");
        }
        String path = exchange.getRequestURI().getPath().substring(1);
        int slash = path.indexOf('/');
        String bucket = slash < 0 ? path : path.substring(0, slash);
        String key = slash < 0 ? "" : path.substring(slash + 1);
        if (!bucket.equals(BUCKET)) {
            throw new S3Failure(404, "NoSuchBucket");
        }
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        switch (exchange.getRequestMethod()) {
            case "HEAD" -> head(exchange, key);
            case "GET" -> {
                if (key.isEmpty()) {
                    xml(exchange, query.containsKey("uploads") ? uploadsOf(query) : list(query));
                } else {
                    get(exchange, key);
                }
            }
            case "PUT" -> put(exchange, key, query, body);
            case "POST" -> post(exchange, key, query, body);
            case "DELETE" -> {
                if (query.containsKey("uploadId")) {
                    uploads.remove(query.get("uploadId"));
                } else {
                    objects.remove(key);
                }
                exchange.sendResponseHeaders(204, -1);
            }
            default -> throw new S3Failure(405, "MethodNotAllowed");
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new HashMap<>();
        for (String pair : raw == null ? new String[0] : raw.split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(
                    URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                    parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            String coding = exchange.getRequestHeaders().getFirst("Content-Encoding");
            if (coding == null || !coding.contains("aws-chunked")) {
                return in.readAllBytes();
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            while (true) {
                int size = Integer.parseInt(line(in).split(";", 2)[0].trim(), 16);
                if (size == 0) {
                    in.readAllBytes(); // the checksum at the end
                    return bytes.toByteArray();
                }
                bytes.write(in.readNBytes(size));
                line(in);
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString();
    }

    private StoredObject object(String key) throws S3Failure {
        StoredObject object = objects.get(key);
        if (object == null) {
            throw new S3Failure(404, "NoSuchKey");
        }
        return object;
    }

    private static void describe(HttpExchange exchange, StoredObject object) {
        exchange.getResponseHeaders().set("ETag", object.tag);
        exchange.getResponseHeaders().set("Accept-Ranges", "bytes");
        exchange.getResponseHeaders()
                .set(
                        "Last-Modified",
                        DateTimeFormatter.RFC_1123_DATE_TIME.format(object.time.atOffset(ZoneOffset.UTC)));
    }

    private void head(HttpExchange exchange, String key) throws IOException, S3Failure {
        if (!key.isEmpty()) {
            heads.incrementAndGet();
            StoredObject object = object(key);
            describe(exchange, object);
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(object.bytes.length));
        }
        exchange.sendResponseHeaders(200, -1);
    }

    private void get(HttpExchange exchange, String key) throws IOException, S3Failure {
        gets.incrementAndGet();
        StoredObject object = object(key);
        String wantedTag = exchange.getRequestHeaders().getFirst("If-Match");
        if (wantedTag != null && !object.tag.replace("\"", "").equals(wantedTag.replace("\"", ""))) {
            throw new S3Failure(412, "PreconditionFailed");
        }
        String header = exchange.getRequestHeaders().getFirst("Range");
        int from = 0;
        int to = object.bytes.length;
        if (header != null) {
            Matcher range = RANGE.matcher(header);
            if (!range.matches() || Long.parseLong(range.group(1)) >= to) {
                throw new S3Failure(416, "InvalidRange");
            }
            from = Integer.parseInt(range.group(1));
            to = range.group(2).isEmpty() ? to : (int) Math.min(to, Long.parseLong(range.group(2)) + 1);
            exchange.getResponseHeaders()
                    .set("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + object.bytes.length);
        }
        describe(exchange, object);
        exchange.sendResponseHeaders(header == null ? 200 : 206, to == from ? -1 : to - from);
        try (OutputStream out = exchange.getResponseBody()) {
            while (from < to) {
                int piece = Math.min(PIECE_BYTES, to - from);
                // A client may receive the bytes before the write returns.
                sent.addAndGet(piece);
                out.write(object.bytes, from, piece);
                from += piece;
            }
        }
    }

    private void put(HttpExchange exchange, String key, Map<String, String> query, byte[] body)
            throws IOException, S3Failure {
        String copied = exchange.getRequestHeaders().getFirst("x-amz-copy-source");
        byte[] bytes = body;
        if (copied != null) {
            String source = URLDecoder.decode(copied, StandardCharsets.UTF_8);
            bytes = object(source.substring(source.indexOf(BUCKET + "/") + BUCKET.length() + 1)).bytes;
        }
        StoredObject object = stored(bytes);
        if (query.containsKey("partNumber")) {
            Map<Integer, byte[]> parts = uploads.get(query.get("uploadId"));
            if (parts == null) {
                throw new S3Failure(404, "NoSuchUpload");
            }
            parts.put(Integer.valueOf(query.get("partNumber")), bytes);
        } else {
            if ("*".equals(exchange.getRequestHeaders().getFirst("If-None-Match")) && objects.containsKey(key)) {
                throw new S3Failure(412, "PreconditionFailed");
            }
            objects.put(key, object);
        }
        exchange.getResponseHeaders().set("ETag", object.tag);
        if (copied == null) {
            exchange.sendResponseHeaders(200, -1);
        } else {
            xml(exchange, "<CopyObjectResult><ETag>" + object.tag + "</ETag></CopyObjectResult>");
        }
    }

    private void post(HttpExchange exchange, String key, Map<String, String> query, byte[] body)
            throws IOException, S3Failure {
        String text = new String(body, StandardCharsets.UTF_8);
        if (query.containsKey("delete")) {
            for (Matcher each = TAG_KEY.matcher(text); each.find(); ) {
                objects.remove(each.group(1));
            }
            xml(exchange, "<DeleteResult/>");
        } else if (query.containsKey("uploads")) {
            String id = "upload-" + uploadCount.incrementAndGet();
            uploads.put(id, new ConcurrentHashMap<>());
            xml(
                    exchange,
                    "<InitiateMultipartUploadResult><Bucket>" + BUCKET + "</Bucket><Key>" + escaped(key)
                            + "</Key><UploadId>" + id + "</UploadId></InitiateMultipartUploadResult>");
        } else {
            Map<Integer, byte[]> parts = uploads.remove(query.get("uploadId"));
            if (parts == null) {
                throw new S3Failure(404, "NoSuchUpload");
            }
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            for (Matcher each = TAG_PART.matcher(text); each.find(); ) {
                whole.write(parts.get(Integer.valueOf(each.group(1))));
            }
            put(key, whole.toByteArray());
            completed.incrementAndGet();
            xml(
                    exchange,
                    "<CompleteMultipartUploadResult><Bucket>" + BUCKET + "</Bucket><Key>" + escaped(key)
                            + "</Key><ETag>" + objects.get(key).tag + "</ETag></CompleteMultipartUploadResult>");
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private String uploadsOf(Map<String, String> query) {
        return "<ListMultipartUploadsResult><Bucket>" + BUCKET + "</Bucket><Prefix>"
                + escaped(query.getOrDefault("prefix", ""))
                + "</Prefix><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>";
    }

    private String list(Map<String, String> query) {
        String prefix = query.getOrDefault("prefix", "");
        String delimiter = query.getOrDefault("delimiter", "");
        int most = Integer.parseInt(query.getOrDefault("max-keys", "1000"));
        String after = query.getOrDefault("continuation-token", query.getOrDefault("start-after", ""));
        SortedMap<String, String> entries = new TreeMap<>();
        TreeSet<String> folders = new TreeSet<>();
        String last = "";
        boolean truncated = false;
        for (Map.Entry<String, StoredObject> each :
                objects.tailMap(prefix, true).entrySet()) {
            String key = each.getKey();
            if (!key.startsWith(prefix)) {
                break;
            }
            int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
            String entry = end < 0 ? key : key.substring(0, end + 1);
            if (entry.compareTo(after) <= 0 || folders.contains(entry)) {
                continue;
            }
            if (entries.size() + folders.size() == most) {
                truncated = true;
                break;
            }
            last = entry;
            if (end >= 0) {
                folders.add(entry);
            } else {
                entries.put(
                        key,
                        "<Contents><Key>" + escaped(key) + "</Key><LastModified>" + each.getValue().time
                                + "</LastModified><ETag>" + each.getValue().tag + "</ETag><Size>"
                                + each.getValue().bytes.length
                                + "</Size><StorageClass>STANDARD</StorageClass></Contents>");
            }
        }
        List<String> xml = new ArrayList<>(entries.values());
        folders.forEach(each -> xml.add("<CommonPrefixes><Prefix>" + escaped(each) + "</Prefix></CommonPrefixes>"));
        return "<ListBucketResult><Name>" + BUCKET + "</Name><Prefix>" + escaped(prefix) + "</Prefix><KeyCount>"
                + xml.size() + "</KeyCount><MaxKeys>" + most + "</MaxKeys><IsTruncated>" + truncated + "</IsTruncated>"
                + (truncated ? "<NextContinuationToken>" + escaped(last) + "</NextContinuationToken>" : "")
                + String.join("", xml) + "</ListBucketResult>";
    }

    private static void xml(HttpExchange exchange, String content) throws IOException {
        byte[] bytes = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + content).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
