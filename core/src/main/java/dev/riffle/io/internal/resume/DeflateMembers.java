package dev.riffle.io.internal.resume;

import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.DeflateDecoder;
import dev.riffle.io.internal.codec.GzipHeader;
import dev.riffle.io.internal.codec.GzipTrailer;
import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;

/** The members of a gzip file, or the one stream of a zlib file, with a decoder that can continue inside them. */
final class DeflateMembers implements ResumableInput {

    /** The format around the deflated data. */
    enum Kind {
        GZIP,
        ZLIB
    }

    /** The number of spacings without a place between blocks after which a place inside a block is used. */
    static final long MOST_SPACINGS = 4;

    private static final int ZLIB_METHOD = 8;
    private static final int LARGEST_ZLIB_WINDOW = 7;
    private static final int HAS_DICTIONARY = 0x20;

    private final CompressedBytes in;
    private final Kind kind;
    private final DeflateDecoder decoder;
    private final GzipHeader header;
    private final Checksum content;

    /** Whether the current member was read from its beginning, so that its checksum can be verified. */
    private boolean fromBeginning = true;

    private long memberOffset;
    private long memberBytes;
    private long verified;
    private boolean insideMember;
    private boolean ended;

    /** Reads the bytes of {@code in}, beginning at a member. The buffer of {@code in} must be on the heap. */
    DeflateMembers(CompressedBytes in, Kind kind) {
        this.in = in;
        this.kind = kind;
        this.decoder = new DeflateDecoder(in);
        this.header = new GzipHeader(in);
        this.content = kind == Kind.GZIP ? new CRC32() : new Adler32();
    }

    /** Continues inside a member instead of at its beginning. */
    void resume(DeflateDecoder.Place place, byte[] window) throws IOException {
        fromBeginning = false;
        insideMember = true;
        decoder.resume(place, window);
    }

    @Override
    public boolean decode() throws IOException {
        if (!insideMember) {
            return begin();
        }
        long before = decoder.decodedBytes();
        decoder.decode();
        memberBytes += decoder.decodedBytes() - before;
        if (fromBeginning) {
            decoder.updateWithLast(content);
        }
        if (decoder.isEnded()) {
            end();
        }
        return true;
    }

    private boolean begin() throws IOException {
        memberOffset = in.offset();
        if (!(kind == Kind.GZIP ? header.read() : readZlibHeader())) {
            return false;
        }
        insideMember = true;
        fromBeginning = true;
        memberBytes = 0;
        content.reset();
        decoder.begin();
        return true;
    }

    private boolean readZlibHeader() throws IOException {
        if (!in.fill()) {
            return false;
        }
        if (ended) {
            throw MalformedStreamException.trailingBytes(
                    in.offset(), "expected the end after the zlib stream, found more bytes");
        }
        int method = in.readByte("the header of a zlib stream");
        int flags = in.readByte("the header of a zlib stream");
        if ((method << 8 | flags) % 31 != 0 || (method & 15) != ZLIB_METHOD || method >>> 4 > LARGEST_ZLIB_WINDOW) {
            throw damaged("expected the header of a zlib stream, found 0x" + Integer.toHexString(method << 8 | flags));
        }
        if ((flags & HAS_DICTIONARY) != 0) {
            // zlib reads the identifier of the dictionary first, so a file that ends there is incomplete.
            in.readInt("the dictionary identifier of a zlib stream");
            throw damaged("expected a stream without a preset dictionary, found one that needs it");
        }
        return true;
    }

    private void end() throws IOException {
        checkEnd();
        insideMember = false;
        ended = true;
        verified = decoder.decodedBytes();
    }

    private void checkEnd() throws IOException {
        int computed = (int) content.getValue();
        if (kind == Kind.GZIP) {
            if (fromBeginning) {
                GzipTrailer.check(in, computed, memberBytes);
            } else {
                in.readInt("the checksum after a gzip member");
                in.readInt("the size after a gzip member");
            }
            return;
        }
        int stored = Integer.reverseBytes(in.readInt("the checksum after a zlib stream"));
        if (fromBeginning && stored != computed) {
            throw damaged("expected zlib checksum 0x" + Integer.toHexString(stored) + ", found 0x"
                    + Integer.toHexString(computed));
        }
    }

    /** Returns the beginning of the current or expected member, in compressed bytes. */
    long memberOffset() {
        return memberOffset;
    }

    /** Returns whether the header of the current member was valid, and the trailer is not yet verified. */
    boolean isInsideMember() {
        return insideMember;
    }

    @Override
    public Optional<AccessPoint.Entry> entry(long since, int spacing) {
        if (!insideMember) {
            return since >= SMALLEST_SPAN_BYTES && !(ended && kind == Kind.ZLIB)
                    ? Optional.of(AccessPoint.Entry.atByte(in.offset()))
                    : Optional.empty();
        }
        boolean good = decoder.isBetweenBlocks() && since >= spacing
                || decoder.isResumable() && since >= MOST_SPACINGS * spacing;
        return good
                ? Optional.of(new AccessPoint.Entry(decoder.place(), AccessPointWindow.of(decoder.window())))
                : Optional.empty();
    }

    @Override
    public int available() {
        return decoder.available();
    }

    @Override
    public int take(byte[] target, int from, int most) {
        return decoder.take(target, from, most);
    }

    @Override
    public long verifiedBytes() {
        return verified;
    }

    @Override
    public long compressedBytes() {
        return in.offset();
    }

    private MalformedStreamException damaged(String message) {
        return MalformedStreamException.damaged(in.offset(), message);
    }
}
