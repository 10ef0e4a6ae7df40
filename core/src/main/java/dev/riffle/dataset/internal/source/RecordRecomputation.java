package dev.riffle.dataset.internal.source;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordReader;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.LineageGroups;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads records at known places again. Reads each file once, from beginning to end. */
final class RecordRecomputation {

    private RecordRecomputation() {}

    /** Returns the records of a dataset with these lineages. */
    static List<Bytes> of(RecordNode dataset, List<ElementLineage> lineages, Run run) throws Exception {
        LineageGroups<ElementLineage> files = new LineageGroups<>(lineages, dataset::fileOf);
        Iterator<?> sources = dataset.files().recompute(files.keys(), run).iterator();
        return files.recompute((file, group) -> read(dataset, FileSet.source(sources.next()), group));
    }

    private static List<Bytes> read(RecordNode dataset, ByteSource source, List<ElementLineage> lineages) {
        TreeMap<Long, Bytes> payloads = new TreeMap<>();
        lineages.forEach(lineage -> payloads.put(RecordNode.offsetOf(lineage), Bytes.empty()));
        long at = payloads.firstKey();
        try (RecordReader records = RecordReader.open(source, dataset.options())) {
            checkVersion(source, lineages);
            long end = 0;
            for (Map.Entry<Long, Bytes> each : payloads.entrySet()) {
                at = each.getKey();
                if (at != end && FileRecordCursor.isPlain(records)) {
                    records.seek(at, 0);
                }
                each.setValue(read(records, at));
                end = records.endOffset();
            }
        } catch (Exception e) {
            long where = e instanceof CorruptRecordException damage ? damage.recordOffset() : at;
            throw Failures.of(dataset.name(), new SourcePart(source.name(), where), e);
        }
        return lineages.stream()
                .map(lineage -> payloads.get(RecordNode.offsetOf(lineage)))
                .toList();
    }

    private static void checkVersion(ByteSource source, List<ElementLineage> lineages) throws IOException {
        Optional<String> version = source.version();
        if (!lineages.stream().allMatch(lineage -> RecordNode.fits(lineage, version))) {
            throw new IOException(source.name() + ": found "
                    + version.map(tag -> "version " + tag).orElse("no version")
                    + ", but the checkpoint has a record of another version; begin a new run");
        }
    }

    private static Bytes read(RecordReader records, long at) throws IOException {
        boolean found = records.next();
        while (found && records.offset() < at) {
            found = records.next();
        }
        if (!found || records.offset() != at) {
            throw new IOException(records.name() + ": no record begins at offset " + at
                    + ", the position of a record in the checkpoint; the file has changed");
        }
        return Bytes.ofOwned(records.payloadBytes());
    }
}
