package dev.riffle.cli.convert;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowFooter;

/**
 * Reads the footers of Arrow files, which list the places of all dictionaries and batches. A reader of a damaged footer
 * can miss a batch or read it twice, so this class also looks for messages that the footer does not list.
 */
final class ArrowFooters {

    /** The place of the first message, after the magic number and two zeros. */
    static final int BEGIN = 8;

    private static final Bytes MAGIC = Bytes.ofUtf8("ARROW1");
    private static final int END_BYTES = Integer.BYTES + 6;
    private static final int PART_ALIGNMENT = 8;

    /** The most bytes of a gap that are examined. The gap before the first message has a schema, which is shorter. */
    private static final int MOST_GAP = 16 << 20;

    private ArrowFooters() {}

    /**
     * Reads the footer of a file of known size.
     *
     * @throws IOException if the file is damaged or incomplete
     */
    static ArrowFooter read(ByteSource source) throws IOException {
        long size = source.size().orElseThrow();
        if (size < BEGIN + END_BYTES) {
            throw damaged("the file has " + size + " bytes, but an Arrow file has at least " + (BEGIN + END_BYTES));
        }
        checkMagic(source, 0);
        checkMagic(source, size - MAGIC.size());
        Bytes lengthBytes = source.read(size - END_BYTES, Integer.BYTES);
        int length = lengthBytes.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getInt();
        long end = size - END_BYTES - length;
        if (length <= 0 || end < BEGIN) {
            throw damaged("the file states a footer of " + length + " bytes, but " + (size - BEGIN - END_BYTES)
                    + " precede it");
        }
        ArrowFooter footer = parse(source.read(end, length), end);
        checkPlaces(source, footer, end);
        return footer;
    }

    private static void checkMagic(ByteSource source, long at) throws IOException {
        Bytes found = source.read(at, MAGIC.size());
        if (!found.equals(MAGIC)) {
            throw damaged("expected ARROW1 (" + MAGIC.hex() + ") at byte " + at + " of a file, found " + found.hex());
        }
    }

    private static ArrowFooter parse(Bytes bytes, long at) throws IOException {
        try {
            Footer footer = Footer.getRootAsFooter(bytes.asByteBuffer());
            ArrowMessages.checkOrder(footer.schema());
            return new ArrowFooter(footer);
        } catch (StackOverflowError | AssertionError | RuntimeException e) {
            throw new IOException(
                    "the footer at byte " + at
                            + " cannot be read: expected a schema and the places of all batches, found"
                            + " damaged metadata; fetch or write the file again",
                    e);
        }
    }

    /** Checks that the messages do not overlap, and that no message is between them. */
    private static void checkPlaces(ByteSource source, ArrowFooter footer, long end) throws IOException {
        List<ArrowBlock> blocks = new ArrayList<>(footer.getDictionaries());
        blocks.addAll(footer.getRecordBatches());
        blocks.sort(Comparator.comparingLong(ArrowBlock::getOffset));
        long from = BEGIN;
        for (ArrowBlock block : blocks) {
            long at = block.getOffset();
            if (at < from || at > end) {
                throw damaged("the footer lists a message at byte " + at + ", but the next one must begin at bytes "
                        + from + " to " + end);
            }
            checkGap(source, from, at);
            long length = block.getMetadataLength() + block.getBodyLength();
            if (block.getMetadataLength() < 0 || block.getBodyLength() < 0 || length < 0 || length > end - at) {
                throw damaged("the footer lists a message of " + block.getMetadataLength() + " and "
                        + block.getBodyLength() + " bytes at byte " + at + ", but the messages end at byte " + end);
            }
            from = at + length;
        }
        checkGap(source, from, end);
    }

    private static void checkGap(ByteSource source, long from, long to) throws IOException {
        if (from == to) {
            return;
        }
        ByteBuffer gap = source.read(from, (int) Math.min(to - from, MOST_GAP))
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < gap.limit(); at += PART_ALIGNMENT) {
            if (ArrowMessages.isMessage(gap, at)) {
                throw damaged("the footer does not list the message at byte " + (from + at));
            }
        }
    }

    private static IOException damaged(String reason) {
        return new IOException(reason + "; fetch or write the file again");
    }
}
