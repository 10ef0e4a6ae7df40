package dev.riffle.repair;

import dev.riffle.CorruptRecordException;
import dev.riffle.NestedRecords;
import dev.riffle.RecordFormat;
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
 * What {@link RecordRepair} found in a source: how much is whole, and where what is missing was.
 *
 * @param source the name of the source
 * @param format what its records are in
 * @param compression how they are compressed
 * @param records how many records are whole, and were written if something was written
 * @param regions what is lost, in order: the first {@value #MOST_REGIONS} regions, which is all of them in all but the worst
 *     files. Where these are all, they make up the whole source with the records
 * @param regionCount how many regions there are in all
 * @param lostBytes how many uncompressed bytes are lost in all of them, as far as that is known
 * @param estimatedLostRecords how many records may be lost in all of them
 * @param doubtfulRecords how many of {@code records} may be nested in the payload of a damaged record
 * @param streamBreaks how many times the compressed stream itself is broken
 * @param end why nothing more could be read, if that was not the end of the source: a compressed stream that breaks, or damage
 *     in OFRecord, which has no checksums that would prove where the next record begins. The last region is lost to it
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

    /** So many regions are kept one by one; further ones are only counted. */
    public static final int MOST_REGIONS = 10_000;

    /** Keeps the list as it is. */
    public LossReport {
        regions = List.copyOf(regions);
    }

    /**
     * A range of the source that holds no whole record.
     *
     * @param index the number of the record that is lost first, from 0; a region that was passed over counts as one
     * @param offset where it begins, in uncompressed bytes; what is lost in gaps of a compressed stream is not counted
     * @param length its size in bytes; empty for what lies behind a break of a compressed stream, which nobody can tell
     * @param reason what was wrong at its beginning
     * @param message the same in words, with the source, the place, and what was expected and found
     * @param estimatedRecords how many records may be lost with it, by the mean size of those before and behind it; at least 1,
     *     also where the length is not known
     * @param beginning its first bytes, at most 16; empty if they could not be read
     * @param gap what of the compressed file could not be decompressed; empty where that is not the cause, or not known
     * @param nested {@link NestedRecords#KEEP}: the records after this region, up to the next region or the end, may be
     *     nested. {@link NestedRecords#DROP}: this region contains intact records that were taken for nested ones.
     *     Mostly empty
     * @param doubtfulRecords how many records follow that may be nested
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
            long doubtfulRecords) {}

    /**
     * A range of a gzip file: from the beginning of a member that is broken to the next one that can be read, or to the end.
     * What comes out of the broken member before the break is taken all the same. How many uncompressed bytes are lost is not
     * known.
     *
     * @param offset where it begins, in compressed bytes
     * @param length its size in compressed bytes
     */
    public record Gap(long offset, long length) {}

    /** Whether the compressed stream itself is broken. */
    public boolean isStreamBroken() {
        return streamBreaks > 0;
    }

    /** Whether nothing is lost. */
    public boolean isComplete() {
        return regionCount == 0;
    }

    /** The report for people: a line, and one for each region. */
    public String text() {
        return written(this::writeText);
    }

    /**
     * Writes the same as {@link #text()}, line by line.
     *
     * @throws IOException if {@code out} throws it
     */
    public void writeText(Appendable out) throws IOException {
        out.append(source).append(": ").append(count(records, "whole record"));
        if (isComplete()) {
            out.append(", nothing lost\n");
            return;
        }
        out.append(", lost ").append(count(lostBytes, "byte")).append(" in ");
        out.append(count(regionCount, "region")).append(", about ");
        out.append(count(estimatedLostRecords, "record")).append("\n");
        for (Region region : regions) {
            out.append("  at offset ").append(Long.toString(region.offset())).append(": ");
            out.append(region.length().isPresent() ? count(region.length().getAsLong(), "byte") : behind(region));
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
                            ? "  the compressed stream is broken; nothing behind can be decompressed\n"
                            : "  " + format.title()
                                    + " has no checksums that would prove where the next record begins; nothing behind"
                                    + " was taken\n");
        }
    }

    /** The report for programs: a JSON object on one line, without a line end. */
    public String json() {
        return written(this::writeJson);
    }

    /**
     * Writes the same as {@link #json()}, region by region.
     *
     * @throws IOException if {@code out} throws it
     */
    public void writeJson(Appendable out) throws IOException {
        StringBuilder part = new StringBuilder();
        JsonWriter json = new JsonWriter(part);
        json.beginObject().name("source").string(source);
        json.name("format").string(format.title()).name("compression").string(compression.name());
        json.name("records").number(records).name("lostBytes").number(lostBytes);
        json.name("estimatedLostRecords").number(estimatedLostRecords);
        json.name("complete").bool(isComplete()).name("streamBroken").bool(isStreamBroken());
        json.name("doubtfulRecords").number(doubtfulRecords);
        json.name("regionCount").number(regionCount).name("regions").beginArray();
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
            json.name("compressedOffset").number(gap.offset());
            json.name("compressedLength").number(gap.length());
        }
        json.name("estimatedRecords").number(region.estimatedRecords());
        json.name("reason").string(region.reason().name().toLowerCase(Locale.ROOT));
        json.name("message").string(region.message());
        json.name("beginning").string(region.beginning().hex());
        if (region.nested().contains(NestedRecords.DROP)) {
            json.name("nestedDropped").bool(true);
        }
        if (region.doubtfulRecords() > 0) {
            json.name("doubtfulRecords").number(region.doubtfulRecords());
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

    private static String behind(Region region) {
        return region.gap()
                .map(gap -> "what follows in " + count(gap.length(), "compressed byte") + " from " + gap.offset())
                .orElse("all that follows");
    }

    private static String count(long number, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
    }
}
