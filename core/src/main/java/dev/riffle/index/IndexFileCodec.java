package dev.riffle.index;

import dev.riffle.example.internal.IndexKey;
import dev.riffle.internal.LittleEndian;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.internal.resume.AccessPoints;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Reads index files. */
final class IndexFileCodec implements AutoCloseable {

    /** The longest feature name or version in bytes. Real names are much shorter. */
    private static final int MAX_TEXT_BYTES = 64 << 10;

    private final Path file;
    private final SeekableByteChannel channel;
    private final IndexHeader header;

    private IndexFileCodec(Path file, SeekableByteChannel channel, IndexHeader header) {
        this.file = file;
        this.channel = channel;
        this.header = header;
    }

    /**
     * Opens an index file and reads its header.
     *
     * @throws UnusableIndexException if it is not a usable index file
     * @throws java.nio.file.NoSuchFileException if it does not exist
     */
    static IndexFileCodec open(Path file) throws IOException {
        if (!Files.isRegularFile(file) && Files.exists(file)) {
            throw new UnusableIndexException("not a regular file");
        }
        SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.READ);
        try {
            return new IndexFileCodec(file, channel, IndexHeader.read(channel));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    IndexHeader header() {
        return header;
    }

    /** Opens the file to read its blocks. The caller closes the result, which does not need this object. */
    BlockFile blocks() throws IOException {
        return new BlockFile(header, file, channel);
    }

    /** Returns the places of all records. */
    SizedFrames frames(BlockFile blocks) throws UnusableIndexException {
        if (header.count() > SizeColumn.MOST_RECORDS) {
            throw new UnusableIndexException("invalid number of records: " + header.count());
        }
        return new SizedFrames(
                blocks.sized(IndexSection.SIZES, IndexSection.SIZE_PLACES, SizeColumn.blocks(header.count())),
                header.count(),
                header.format().overheadBytes(),
                header.end(),
                Gaps.NONE);
    }

    /** Reads the name of the key feature; empty without keys. */
    Optional<String> keyFeature() throws IOException {
        return text(IndexSection.KEY_FEATURE, "the name of the key");
    }

    /** Reads the version of the data file's source; empty if the source had none. */
    Optional<String> version() throws IOException {
        return text(IndexSection.SOURCE_VERSION, "the version of the source");
    }

    private Optional<String> text(int type, String what) throws IOException {
        Optional<IndexSection> section = header.section(type);
        if (section.isPresent() && section.get().size() > MAX_TEXT_BYTES) {
            throw new UnusableIndexException(what + " has more than " + MAX_TEXT_BYTES + " bytes");
        }
        return content(type).map(Bytes::utf8);
    }

    /** Reads the {@link DataFile#stamp} of the data file; empty if it had none. */
    Optional<Bytes> stamp() throws IOException {
        return content(IndexSection.FILE_STAMP);
    }

    /** Reads the {@link PayloadDigest}; empty if the payloads were not read. */
    Optional<Bytes> digest() throws IOException {
        return content(IndexSection.PAYLOAD_DIGEST);
    }

    /** Reads a short section, whose size the caller or the header has checked. */
    private Optional<Bytes> content(int type) throws IOException {
        Optional<IndexSection> section = header.section(type);
        if (section.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Bytes.ofOwned(all(section.get())));
    }

    /** Reads a section completely. The size of the file confirms the stated size. */
    private byte[] all(IndexSection section) throws IOException {
        byte[] all = new byte[(int) section.size()];
        int[] at = {0};
        read(section, (bytes, count) -> {
            System.arraycopy(bytes, 0, all, at[0], count);
            at[0] += count;
        });
        return all;
    }

    /** Returns the keys; empty if the index file has none. */
    Optional<KeyColumn> keys(BlockFile blocks) throws IOException {
        Optional<String> feature = keyFeature();
        if (feature.isEmpty()) {
            return Optional.empty();
        }
        // Without the digest, no scan can confirm that a key is missing.
        header.required(IndexSection.PAYLOAD_DIGEST);
        long bytes = header.required(IndexSection.KEYS).size();
        long full = KeyColumn.BLOCK_BYTES + BlockFile.CHECKSUM_BYTES;
        long rest = bytes % full;
        long count = bytes / full * KeyColumn.BLOCK_KEYS
                + Math.max(0, rest - BlockFile.CHECKSUM_BYTES) / KeyColumn.KEY_BYTES;
        if (rest != 0 && rest % KeyColumn.KEY_BYTES != BlockFile.CHECKSUM_BYTES || count > header.count()) {
            throw new UnusableIndexException("invalid size of the section of keys: " + bytes);
        }
        return Optional.of(new KeyColumn(
                feature.get(), keyKinds(count), count, blocks.fixed(IndexSection.KEYS, KeyColumn.BLOCK_BYTES)));
    }

    private int keyKinds(long keys) throws IOException {
        int[] kinds = {0};
        read(header.required(IndexSection.KEY_KINDS), (bytes, size) -> {
            for (int i = 0; i < size; i++) {
                if (bytes[i] < IndexKey.BYTES || bytes[i] > IndexKey.INT64 || kinds[0] >= 1 << bytes[i]) {
                    throw new IllegalArgumentException("invalid kind of keys: " + bytes[i]);
                }
                kinds[0] |= 1 << bytes[i];
            }
        });
        if (kinds[0] == 0 != (keys == 0)) {
            throw new UnusableIndexException("the kinds of the keys do not match the number of keys: " + keys);
        }
        return kinds[0];
    }

    /** Returns the access points of the data file; empty if it is not compressed. */
    Optional<AccessPoints> accessPoints(BlockFile blocks) throws UnusableIndexException {
        Compression compression = Compression.builtIn().get(header.compression());
        if (compression.isNone()) {
            return Optional.empty();
        }
        long count = BlockFile.blocksOf(
                header.required(IndexSection.ACCESS_POINT_PLACES).size());
        header.required(IndexSection.WINDOWS);
        StoredAccessPoints stored = new StoredAccessPoints(
                blocks.sized(IndexSection.ACCESS_POINTS, IndexSection.ACCESS_POINT_PLACES, count), count, blocks);
        return Optional.of(AccessPoints.of(compression, header.fingerprint().size(), header.end(), stored));
    }

    private record StoredAccessPoints(BlockSource blocks, long count, BlockFile file) implements AccessPoints.Stored {

        @Override
        public byte[] block(long number) throws IOException {
            byte[] block = blocks.get(number);
            return Arrays.copyOf(block, block.length - BlockSource.SLACK_BYTES);
        }

        @Override
        public byte[] window(long place, int bytes) throws IOException {
            return Arrays.copyOf(file.part(IndexSection.WINDOWS, place, bytes), bytes);
        }

        @Override
        public IOException invalid(String problem) {
            return new UnusableIndexException(problem);
        }
    }

    /** Verifies the values and the checksums of all sections. */
    void verify() throws IOException {
        try (BlockFile blocks = blocks()) {
            verifySizes(frames(blocks));
            Optional<AccessPoints> accessPoints = accessPoints(blocks);
            if (accessPoints.isPresent()) {
                accessPoints.get().windows((place, window) -> {});
            }
            Optional<KeyColumn> keys = keys(blocks);
            if (keys.isPresent()) {
                verify(keys.get(), header.count());
            }
        }
        for (IndexSection section : header.sections()) {
            if (!section.isInBlocks()) {
                read(section, (bytes, count) -> {});
            }
        }
    }

    private void verifySizes(SizedFrames frames) throws IOException {
        CRC32C checksum = new CRC32C();
        long payloadBytes = 0;
        long bytes = 0;
        for (long i = 0; i < SizeColumn.blocks(frames.count()); i++) {
            byte[] block = frames.blocks().get(i);
            int end = block.length - BlockSource.SLACK_BYTES;
            SizeCursor cursor = new SizeCursor(block);
            int records = (int) Math.min(SizeColumn.BLOCK_RECORDS, frames.count() - i * SizeColumn.BLOCK_RECORDS);
            boolean valid = LittleEndian.getLong(block, 0) == payloadBytes && SizeCursor.count(block, end) == records;
            for (int k = 0; k < records && valid; k++) {
                valid = cursor.next() <= Integer.MAX_VALUE;
            }
            if (!valid || cursor.at() != end) {
                throw new UnusableIndexException("invalid sizes in block " + i);
            }
            checksum.update(block, SizeColumn.HEAD_BYTES, end - SizeColumn.HEAD_BYTES);
            payloadBytes += cursor.sum();
            bytes += end + BlockFile.CHECKSUM_BYTES;
        }
        long end = payloadBytes + frames.count() * frames.overheadBytes();
        IndexSection section = header.required(IndexSection.SIZES);
        if (end != header.end()
                || !section.equals(new IndexSection(section.type(), (int) checksum.getValue(), bytes))) {
            throw new UnusableIndexException("expected " + header.count() + " records up to offset " + header.end()
                    + ", found other records up to " + end);
        }
    }

    private static void verify(KeyColumn keys, long records) throws IOException {
        long last = Long.MIN_VALUE;
        for (long i = 0; i < keys.count(); i++) {
            long hash = keys.hash(i);
            if (hash < last) {
                throw new UnusableIndexException("keys are not in order");
            }
            last = hash;
            keys.record(i, records);
        }
    }

    private void read(IndexSection section, IndexSection.Taker taker) throws IOException {
        section.read(channel, header.offsetOf(section), taker);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
