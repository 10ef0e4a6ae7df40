package dev.riffle.dataset.internal.source;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads records at known places again. Reads each file once, from beginning to end. */
final class RecordRecomputation {

    /** A record to read. */
    private record Wanted(ElementLineage lineage, long offset, int index) {}

    private final RecordNode dataset;
    private final Map<ElementLineage, List<Wanted>> byFile = new LinkedHashMap<>();
    private final Bytes[] recomputed;

    RecordRecomputation(RecordNode dataset, List<ElementLineage> lineages) {
        this.dataset = dataset;
        this.recomputed = new Bytes[lineages.size()];
        for (int i = 0; i < recomputed.length; i++) {
            ElementLineage lineage = lineages.get(i);
            byFile.computeIfAbsent(dataset.fileOf(lineage), file -> new ArrayList<>())
                    .add(new Wanted(lineage, RecordNode.offsetOf(lineage), i));
        }
    }

    List<Bytes> recompute(Run run) throws Exception {
        List<ElementLineage> files = new ArrayList<>(byFile.keySet());
        List<?> sources = dataset.files().recompute(files, run);
        for (int i = 0; i < files.size(); i++) {
            List<Wanted> wanted = byFile.get(files.get(i));
            if (wanted != null) {
                wanted.sort(Comparator.comparingLong(Wanted::offset));
                read(RecordNode.source(sources.get(i)), wanted);
            }
        }
        return Arrays.asList(recomputed);
    }

    private void read(ByteSource source, List<Wanted> wanted) {
        RecordReaderOptions options = dataset.options();
        long at = wanted.get(0).offset();
        try (RecordReader records = RecordReader.open(source, options)) {
            Optional<String> version = source.version();
            long present = -1;
            long end = 0;
            Bytes payload = Bytes.empty();
            for (Wanted each : wanted) {
                at = each.offset();
                if (!RecordNode.fits(each.lineage(), version)) {
                    throw new IOException(source.name() + ": found "
                            + version.map(tag -> "version " + tag).orElse("no version")
                            + ", but the checkpoint has a record of another version; begin a new run");
                }
                if (present != at) {
                    if (at != end && FileRecordCursor.isPlain(records)) {
                        records.seek(at, 0);
                    }
                    payload = read(records, at);
                    present = at;
                    end = records.endOffset();
                }
                recomputed[each.index()] = payload;
            }
        } catch (Exception e) {
            long where = e instanceof CorruptRecordException damage ? damage.recordOffset() : at;
            throw Failures.of(dataset.name(), new SourcePart(source.name(), where), e);
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
