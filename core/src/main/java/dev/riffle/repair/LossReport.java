package dev.riffle.repair;

import dev.riffle.CorruptRecordException;
import dev.riffle.NestedRecords;
import dev.riffle.RecordFormat;
import dev.riffle.internal.Argument;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Describes the result of a {@link RecordRepair}: the number of intact records, and the lost regions. Immutable.
 *
 * @param source the name of the source
 * @param format the record format
 * @param compression the compression of the source
 * @param records number of intact records; {@link RecordRepair#copyTo} has written all of them
 * @param regions the first {@value #MOST_REGIONS} lost regions, in order; usually all regions. All regions and the
 *     intact records together cover the complete source
 * @param regionCount number of all lost regions
 * @param lostBytes known number of uncompressed bytes lost in all regions
 * @param estimatedLostRecords estimated number of records lost in all regions
 * @param doubtfulRecords number of {@code records} that may be nested in the payload of a damaged record
 * @param streamBreaks number of breaks in the compressed stream
 * @param end the damage that ended the repair before the end of the source; empty if the repair reached the end. The
 *     damage is a break in a compressed stream, or any damage in OFRecord, which has no checksums to find the next
 *     record. The last region is the loss from this damage
 * @since 0.1
 */
public record LossReport(
        String source,
        RecordFormat format,
        Compression compression,
        long records,
        List<Region> regions,
        long regionCount,
        long lostBytes,
        long estimatedLostRecords,
        long doubtfulRecords,
        long streamBreaks,
        Optional<CorruptRecordException> end) {

    /** The largest number of regions in {@link #regions()}; the report only counts further regions. */
    public static final int MOST_REGIONS = 10_000;

    /** Copies the list. */
    public LossReport {
        Argument.present(source, "source");
        Argument.present(format, "format");
        Argument.present(compression, "compression");
        Argument.allPresent(regions, "regions");
        Argument.present(end, "end");
        regions = List.copyOf(regions);
    }

    /**
     * Describes a range of the source without an intact record. Immutable.
     *
     * @param index the number of the first lost record, from 0; each skipped region counts as one
     * @param offset the offset of the region, in uncompressed bytes, without the bytes lost in gaps of a compressed
     *     stream
     * @param length the size in bytes; empty after a break of a compressed stream, where the size is unknown
     * @param reason the kind of damage at the beginning of the region
     * @param message the description of the damage, with source, place, expected and found values
     * @param estimatedRecords estimated number of lost records, by the mean size of the records around the region; at
     *     least 1, even if the length is unknown
     * @param beginning the first bytes of the region, at most 16; empty if not readable
     * @param gap the range of the compressed file that caused the loss because its decompression failed; empty for
     *     other causes, or if unknown
     * @param nested {@link NestedRecords#KEEP}: the records after this region, up to the next region or the end, may be
     *     nested. {@link NestedRecords#DROP}: this region contains intact records that the repair dropped as nested.
     *     Usually empty
     * @param doubtfulRecords number of following records that may be nested
     * @since 0.1
     */
    public record Region(
            long index,
            long offset,
            OptionalLong length,
            CorruptRecordException.Reason reason,
            String message,
            long estimatedRecords,
            Bytes beginning,
            Optional<Gap> gap,
            Set<NestedRecords> nested,
            long doubtfulRecords) {

        /** Creates a region. Throws {@link IllegalArgumentException} if an argument is null. */
        public Region {
            Argument.present(length, "length");
            Argument.present(reason, "reason");
            Argument.present(message, "message");
            Argument.present(beginning, "beginning");
            Argument.present(gap, "gap");
            Argument.allPresent(nested, "nested");
        }
    }

    /**
     * Describes a range of a gzip file whose decompression failed. The gap extends from the beginning of a broken
     * member to the next readable member, or to the end. The repair uses the output of the broken member before the
     * break. The number of lost uncompressed bytes is unknown. Immutable.
     *
     * @param offset the offset of the gap, in compressed bytes
     * @param length the size of the gap in compressed bytes
     * @since 0.1
     */
    public record Gap(long offset, long length) {}

    /** Returns whether the compressed stream is broken. */
    public boolean isStreamBroken() {
        return streamBreaks > 0;
    }

    /** Returns whether the repair lost nothing. */
    public boolean isComplete() {
        return regionCount == 0;
    }

    /** Returns the report as readable text: a summary line, and a line for each region. */
    public String text() {
        return written(this::writeText);
    }

    /**
     * Writes {@link #text()} line by line.
     *
     * @throws IOException if {@code out} throws one
     */
    public void writeText(Appendable out) throws IOException {
        Argument.present(out, "out");
        out.append(source).append(": ").append(count(records, "intact record"));
        if (isComplete()) {
            out.append(", nothing lost\n");
            return;
        }
        out.append(", lost ").append(count(lostBytes, "byte")).append(" in ");
        out.append(count(regionCount, "region")).append(", about ");
        out.append(count(estimatedLostRecords, "record")).append("\n");
        for (Region region : regions) {
            out.append("  at offset ").append(Long.toString(region.offset())).append(": ");
            out.append(region.length().isPresent() ? count(region.length().getAsLong(), "byte") : openEnd(region));
            out.append(", about ").append(count(region.estimatedRecords(), "record"));
            out.append(": ").append(region.reason().text());
            if (!region.beginning().isEmpty()) {
                out.append("; begins ").append(region.beginning().hex());
            }
            out.append(nested(region)).append("\n");
        }
        if (regionCount > regions.size()) {
            out.append("  and ")
                    .append(count(regionCount - regions.size(), "region"))
                    .append(" more\n");
        }
        if (end.isPresent()) {
            out.append(
                    end.get().reason() == CorruptRecordException.Reason.DECOMPRESSION
                            ? "  the compressed stream is broken; the rest cannot be decompressed\n"
                            : "  " + format.title()
                                    + " has no checksums to prove the beginning of the next record; the rest was"
                                    + " skipped\n");
        }
    }

    /** Returns the report as a JSON object on one line, without a line end. */
    public String json() {
        return written(this::writeJson);
    }

    /**
     * Writes {@link #json()} region by region.
     *
     * @throws IOException if {@code out} throws one
     */
    public void writeJson(Appendable out) throws IOException {
        Argument.present(out, "out");
        StringBuilder part = new StringBuilder();
        JsonWriter json = new JsonWriter(part);
        json.beginObject().name("file").string(source);
        json.name("format").string(format.name().toLowerCase(Locale.ROOT));
        json.name("compression").string(compression.name().toLowerCase(Locale.ROOT));
        json.name("records").number(records).name("lost_bytes").number(lostBytes);
        json.name("estimated_lost_records").number(estimatedLostRecords);
        json.name("complete").bool(isComplete()).name("stream_broken").bool(isStreamBroken());
        json.name("doubtful_records").number(doubtfulRecords);
        json.name("region_count").number(regionCount).name("regions").beginArray();
        for (Region region : regions) {
            json(json, region);
            out.append(part);
            part.setLength(0);
        }
        json.endArray().endObject();
        out.append(part);
    }

    private static void json(JsonWriter json, Region region) {
        json.beginObject().name("offset").number(region.offset());
        json.name("length");
        if (region.length().isPresent()) {
            json.number(region.length().getAsLong());
        } else {
            json.nothing();
        }
        if (region.gap().isPresent()) {
            Gap gap = region.gap().get();
            json.name("compressed_offset").number(gap.offset());
            json.name("compressed_length").number(gap.length());
        }
        json.name("estimated_records").number(region.estimatedRecords());
        json.name("reason").string(region.reason().name().toLowerCase(Locale.ROOT));
        json.name("message").string(region.message());
        json.name("beginning").string(region.beginning().hex());
        if (region.nested().contains(NestedRecords.DROP)) {
            json.name("nested_dropped").bool(true);
        }
        if (region.doubtfulRecords() > 0) {
            json.name("doubtful_records").number(region.doubtfulRecords());
        }
        json.endObject();
    }

    /** Writes a report. */
    @FunctionalInterface
    private interface Writing {
        void to(Appendable out) throws IOException;
    }

    private static String written(Writing writing) {
        StringBuilder out = new StringBuilder();
        try {
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    private static String nested(Region region) {
        StringBuilder text = new StringBuilder();
        if (region.nested().contains(NestedRecords.DROP)) {
            text.append("; intact records inside dropped as nested");
        }
        if (region.doubtfulRecords() > 0) {
            text.append("; next ")
                    .append(count(region.doubtfulRecords(), "record"))
                    .append(" kept, possibly nested");
        }
        return text.toString();
    }

    private static String openEnd(Region region) {
        return region.gap()
                .map(gap -> "the content of " + count(gap.length(), "compressed byte") + " from " + gap.offset())
                .orElse("the rest of the source");
    }

    private static String count(long number, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
    }
}
