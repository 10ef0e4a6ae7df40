package dev.riffle.formats;

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
 * How single strings are compressed, such as the values of a feature: what TensorFlow's {@code tf.io.decode_compressed}
 * decodes. For whole files there is {@link Compression}.
 *
 * <p>{@link #decompress(Bytes)} wants a whole stream and nothing behind it. {@link #recover(Bytes)} is as lax as TensorFlow.
 * Either way gzip members and zstd frames one after the other are joined, which TensorFlow does only for gzip, and there not
 * behind an empty member. Memory is taken for what was decompressed, not for what a header claims.
 */
public enum PayloadCompression {
    /** The bytes as they are. */
    NONE,
    /** RFC 1950, one stream. */
    ZLIB,
    /** RFC 1952, any number of members. */
    GZIP,
    /** RFC 8878, one frame or several, which must say how large their content is, as TensorFlow insists. */
    ZSTD;

    /** How large decompressed strings may be unless somebody asks for more: 1 GiB. */
    public static final int DEFAULT_LIMIT = 1 << 30;

    /** No array is larger, on any virtual machine; less one byte to notice that there is more. */
    private static final int LARGEST_LIMIT = Integer.MAX_VALUE - 9;

    /** What streams are read into first. */
    private static final int CHUNK_BYTES = 8 << 10;

    /**
     * The compression that TensorFlow calls so: {@code ZLIB}, {@code GZIP}, {@code ZSTD}, or an empty text for none.
     *
     * @throws IllegalArgumentException if it knows no such name
     */
    public static PayloadCompression named(String name) {
        return switch (name) {
            case "" -> NONE;
            case "ZLIB" -> ZLIB;
            case "GZIP" -> GZIP;
            case "ZSTD" -> ZSTD;
            default ->
                throw new IllegalArgumentException(
                        "compression must be ZLIB, GZIP, ZSTD, or empty for none: \"" + name + '"');
        };
    }

    /**
     * Decompresses a string of at most {@link #DEFAULT_LIMIT} bytes.
     *
     * @throws MalformedPayloadException if it is damaged, cut off, followed by other bytes, or larger
     */
    public Bytes decompress(Bytes compressed) {
        return decompress(compressed, DEFAULT_LIMIT);
    }

    /**
     * Decompresses a string.
     *
     * @param limit how many bytes it may have
     * @throws MalformedPayloadException if it is damaged, cut off, followed by other bytes, or larger
     */
    public Bytes decompress(Bytes compressed, int limit) {
        return read(compressed, limit, Ending.WHOLE);
    }

    /**
     * Decompresses each element of a tensor.
     *
     * @throws MalformedPayloadException as {@link #decompress(Bytes)} does
     * @throws IllegalArgumentException if the elements are not of type STRING
     */
    public DenseTensor decompress(DenseTensor compressed) {
        return each(compressed, this::decompress);
    }

    /**
     * Decompresses a string as TensorFlow does: of a ZLIB or GZIP stream that was cut off, what is there; bytes behind a ZLIB
     * stream are passed over. At most {@link #DEFAULT_LIMIT} bytes.
     *
     * @throws MalformedPayloadException if it is damaged or larger
     */
    public Bytes recover(Bytes compressed) {
        return recover(compressed, DEFAULT_LIMIT);
    }

    /**
     * Decompresses a string as TensorFlow does; see {@link #recover(Bytes)}.
     *
     * @param limit how many bytes it may have
     * @throws MalformedPayloadException if it is damaged or larger
     */
    public Bytes recover(Bytes compressed, int limit) {
        return read(compressed, limit, Ending.ANY);
    }

    /**
     * Decompresses each element of a tensor as TensorFlow does.
     *
     * @throws MalformedPayloadException as {@link #recover(Bytes)} does
     * @throws IllegalArgumentException if the elements are not of type STRING
     */
    public DenseTensor recover(DenseTensor compressed) {
        return each(compressed, this::recover);
    }

    private enum Ending {
        WHOLE,
        ANY
    }

    private static DenseTensor each(DenseTensor tensor, UnaryOperator<Bytes> work) {
        if (tensor.dtype() != DType.STRING) {
            throw new IllegalArgumentException("compressed elements must be of type string: " + tensor.dtype());
        }
        return DenseTensor.of(
                tensor.shape(),
                Values.ofBytes(tensor.values().toBytes().stream().map(work).toList()));
    }

    private Bytes read(Bytes compressed, int asked, Ending ending) {
        if (asked < 0) {
            throw new IllegalArgumentException("limit must not be negative: " + asked);
        }
        int limit = Math.min(asked, LARGEST_LIMIT);
        return switch (this) {
            case NONE -> {
                checkLimit(compressed.size(), limit, 0);
                yield compressed;
            }
            case ZLIB -> {
                if (compressed.isEmpty() && ending == Ending.WHOLE) {
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
            if (!recoverable || ending == Ending.WHOLE) {
                throw new MalformedPayloadException(
                        this, e.offset(), String.valueOf(e.getMessage()), recoverable ? content.size() : -1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
        return content.toBytes();
    }

    private void checkLimit(long size, int limit, int offset) {
        if (size > limit) {
            throw new MalformedPayloadException(this, offset, tooLarge(limit), -1);
        }
    }

    static String tooLarge(int limit) {
        return "expected at most " + limit + " decompressed bytes, found more; give a higher limit to allow that";
    }
}
