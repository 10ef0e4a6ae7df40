package dev.riffle.formats;

import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.CompressionException;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ReadableByteChannel;
import java.util.function.UnaryOperator;

/**
 * Decompresses single strings, such as the values of a feature, like TensorFlow's {@code tf.io.decode_compressed}. For
 * files see {@link Compression}.
 *
 * <p>{@link #decompress(Bytes)} accepts only a complete stream without bytes after it. {@link #recover(Bytes)} accepts
 * the streams that TensorFlow accepts. Both methods join consecutive gzip members and zstd frames. TensorFlow joins
 * only gzip members, and none after an empty member. Memory grows with the decompressed bytes, not with the size that a
 * header claims.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public enum PayloadCompression {
    /** Uncompressed bytes. */
    NONE,
    /** RFC 1950, one stream. */
    ZLIB,
    /** RFC 1952, any number of members. */
    GZIP,
    /** RFC 8878, one or several frames. As in TensorFlow, each frame must state the size of its content. */
    ZSTD;

    /** The default limit of a decompressed string: 1 GiB. */
    public static final int DEFAULT_LIMIT = 1 << 30;

    /** The largest array size that all virtual machines support, minus one byte that detects excess content. */
    private static final int LARGEST_LIMIT = Integer.MAX_VALUE - 9;

    /** The size of the first buffer for a stream. */
    private static final int CHUNK_BYTES = 8 << 10;

    /**
     * Returns the compression with this name in TensorFlow: {@code ZLIB}, {@code GZIP}, {@code ZSTD}, or an empty text
     * for none.
     *
     * @throws IllegalArgumentException if the name is unknown
     */
    public static PayloadCompression named(String name) {
        Argument.present(name, "name");
        return switch (name) {
            case "" -> NONE;
            case "ZLIB" -> ZLIB;
            case "GZIP" -> GZIP;
            case "ZSTD" -> ZSTD;
            default ->
                throw new IllegalArgumentException(
                        "expected the compression ZLIB, GZIP, ZSTD, or an empty text for none, found \"" + name + '"');
        };
    }

    /**
     * Decompresses a string of at most {@link #DEFAULT_LIMIT} bytes.
     *
     * @throws MalformedPayloadException if it is damaged, truncated, followed by other bytes, or larger
     */
    public Bytes decompress(Bytes compressed) {
        return decompress(compressed, DEFAULT_LIMIT);
    }

    /**
     * Like {@link #decompress(Bytes)}, with a limit.
     *
     * @param limit the largest number of decompressed bytes
     * @throws IllegalArgumentException if {@code limit} is negative
     * @throws MalformedPayloadException if it is damaged, truncated, followed by other bytes, or larger
     */
    public Bytes decompress(Bytes compressed, int limit) {
        Argument.present(compressed, "compressed");
        return read(compressed, limit, Ending.INTACT);
    }

    /**
     * Decompresses each element of a tensor.
     *
     * @throws MalformedPayloadException under the conditions of {@link #decompress(Bytes)}
     * @throws IllegalArgumentException if the elements are not of type STRING
     */
    public DenseTensor decompress(DenseTensor compressed) {
        Argument.present(compressed, "compressed");
        return each(compressed, this::decompress);
    }

    /**
     * Decompresses a string as TensorFlow does. Returns the available part of a truncated ZLIB or GZIP stream, and
     * ignores bytes after a ZLIB stream. The limit is {@link #DEFAULT_LIMIT} bytes.
     *
     * @throws MalformedPayloadException if it is damaged or larger
     */
    public Bytes recover(Bytes compressed) {
        return recover(compressed, DEFAULT_LIMIT);
    }

    /**
     * Like {@link #recover(Bytes)}, with a limit.
     *
     * @param limit the largest number of decompressed bytes
     * @throws IllegalArgumentException if {@code limit} is negative
     * @throws MalformedPayloadException if it is damaged or larger
     */
    public Bytes recover(Bytes compressed, int limit) {
        Argument.present(compressed, "compressed");
        return read(compressed, limit, Ending.ANY);
    }

    /**
     * Decompresses each element of a tensor as TensorFlow does.
     *
     * @throws MalformedPayloadException under the conditions of {@link #recover(Bytes)}
     * @throws IllegalArgumentException if the elements are not of type STRING
     */
    public DenseTensor recover(DenseTensor compressed) {
        Argument.present(compressed, "compressed");
        return each(compressed, this::recover);
    }

    private enum Ending {
        INTACT,
        ANY
    }

    private static DenseTensor each(DenseTensor tensor, UnaryOperator<Bytes> work) {
        if (tensor.dtype() != DType.STRING) {
            throw new IllegalArgumentException("expected compressed elements of type string, found " + tensor.dtype());
        }
        return DenseTensor.of(
                tensor.shape(),
                Values.ofBytes(tensor.values().toBytes().stream().map(work).toList()));
    }

    private Bytes read(Bytes compressed, int requested, Ending ending) {
        if (requested < 0) {
            throw new IllegalArgumentException("limit must not be negative: " + requested);
        }
        int limit = Math.min(requested, LARGEST_LIMIT);
        return switch (this) {
            case NONE -> {
                checkLimit(compressed.size(), limit, 0);
                yield compressed;
            }
            case ZLIB -> {
                if (compressed.isEmpty() && ending == Ending.INTACT) {
                    throw new MalformedPayloadException(this, 0, "expected a zlib stream, found no bytes", 0);
                }
                yield inflate(Compression.ZLIB, compressed, limit, ending);
            }
            case GZIP -> inflate(Compression.GZIP, compressed, limit, ending);
            case ZSTD -> new ZstdFrames(compressed, limit).decompress();
        };
    }

    private Bytes inflate(Compression compression, Bytes compressed, int limit, Ending ending) {
        PayloadBuffer content = new PayloadBuffer(CHUNK_BYTES, limit);
        try (ReadableByteChannel in =
                compression.decompress(ByteSource.of(compressed, name()).open(0))) {
            while (content.readFrom(in)) {
                checkLimit(content.size(), limit, compressed.size());
            }
        } catch (CompressionException e) {
            boolean recoverable = e.reason() == CompressionException.Reason.INCOMPLETE
                    || e.reason() == CompressionException.Reason.TRAILING_BYTES;
            if (!recoverable || ending == Ending.INTACT) {
                throw new MalformedPayloadException(
                        this, e.offset(), String.valueOf(e.getMessage()), recoverable ? content.size() : -1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a read from memory failed", e);
        }
        return content.toBytes();
    }

    private void checkLimit(long size, int limit, int offset) {
        if (size > limit) {
            throw new MalformedPayloadException(this, offset, tooLarge(limit), -1);
        }
    }

    static String tooLarge(int limit) {
        return "expected at most " + limit + " decompressed bytes, found more; raise the limit to allow them";
    }
}
