package dev.riffle.io.internal.resume;

import dev.riffle.io.Compression;
import dev.riffle.io.internal.codec.CompressedBytes;
import java.io.IOException;
import java.util.Optional;

/** The compressions that allow decompression to begin inside a file. */
enum ResumableFormat {
    GZIP(1),
    ZLIB(2),
    SNAPPY(3);

    /** The number of the compression in stored access points. */
    final int number;

    ResumableFormat(int number) {
        this.number = number;
    }

    static Optional<ResumableFormat> of(Compression compression) {
        for (ResumableFormat format : values()) {
            if (format.name().equals(compression.name())) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /** Returns an input that reads from the beginning of the file, of a member or of a block. */
    ResumableInput open(CompressedBytes in) {
        return switch (this) {
            case GZIP -> new DeflateMembers(in, DeflateMembers.Kind.GZIP);
            case ZLIB -> new DeflateMembers(in, DeflateMembers.Kind.ZLIB);
            case SNAPPY -> ResumableSnappy.of(in);
        };
    }

    /** Returns an input that continues at an entry. The position of {@code in} must be at the entry. */
    ResumableInput open(CompressedBytes in, AccessPoint.Entry entry) throws IOException {
        AccessPointWindow window = entry.window();
        if (window == null) {
            return open(in);
        }
        DeflateMembers members = new DeflateMembers(
                in,
                switch (this) {
                    case GZIP -> DeflateMembers.Kind.GZIP;
                    case ZLIB -> DeflateMembers.Kind.ZLIB;
                    case SNAPPY -> throw new IllegalArgumentException("a Snappy block needs no window");
                });
        members.resume(entry.place(), window.bytes());
        return members;
    }
}
