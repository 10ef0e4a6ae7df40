package dev.riffle.index;

import dev.riffle.internal.LittleEndian;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The sections of a small index file, each with at most one block. Writes changed sections with checksums. */
final class IndexFileParts {

    /** A section without the checksum of its block. */
    record Part(IndexSection section, byte[] content) {

        /** Returns a section with the checksum of its content, or a block of sizes. */
        static Part of(int type, byte... content) {
            int from = type == IndexSection.SIZES ? SizeColumn.HEAD_BYTES : 0;
            IndexSection summed = IndexSection.of(
                    type, List.of(ByteBuffer.wrap(content).position(from).slice()));
            boolean hasChecksum = type == IndexSection.SIZES || !summed.isInBlocks();
            int bytes = content.length + (summed.isInBlocks() ? BlockFile.CHECKSUM_BYTES : 0);
            return new Part(new IndexSection(type, hasChecksum ? summed.checksum() : 0, bytes), content);
        }
    }

    final List<Part> parts = new ArrayList<>();
    private final IndexHeader header;

    IndexFileParts(Path file) throws IOException {
        try (IndexFileCodec read = IndexFileCodec.open(file)) {
            header = read.header();
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).position(header.size());
        for (IndexSection section : header.sections()) {
            byte[] content = new byte[(int) section.size() - (section.isInBlocks() ? BlockFile.CHECKSUM_BYTES : 0)];
            bytes.get(content).position(bytes.position() + (int) section.size() - content.length);
            parts.add(new Part(section, content));
        }
    }

    /** Replaces a section, or adds one at the end. */
    IndexFileParts with(int type, byte... content) {
        Part part = Part.of(type, content);
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).section().type() == type) {
                parts.set(i, part);
                return this;
            }
        }
        parts.add(part);
        return this;
    }

    IndexFileParts without(int type) {
        parts.removeIf(part -> part.section().type() == type);
        return this;
    }

    byte[] content(int type) {
        return parts.stream()
                .filter(part -> part.section().type() == type)
                .findFirst()
                .orElseThrow()
                .content();
    }

    byte[] bytes() {
        IndexHeader changed = new IndexHeader(
                header.format(),
                header.compression(),
                header.count(),
                header.end(),
                header.fingerprint(),
                parts.stream().map(Part::section).toList());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(changed.encode().array());
        for (Part part : parts) {
            bytes.writeBytes(part.content);
            if (part.section.isInBlocks()) {
                byte[] checksum = new byte[BlockFile.CHECKSUM_BYTES];
                LittleEndian.putInt(
                        checksum,
                        0,
                        BlockFile.checksum(
                                changed.checksum(), part.section.type(), 0, part.content, part.content.length));
                bytes.writeBytes(checksum);
            }
        }
        return bytes.toByteArray();
    }
}
