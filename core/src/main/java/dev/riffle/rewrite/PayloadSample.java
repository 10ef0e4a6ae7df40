package dev.riffle.rewrite;

import dev.riffle.io.Bytes;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.internal.OutputPlan;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Chooses the same sample as {@link Sampling} from sources that can be read only once, and keeps the chosen payloads in
 * memory.
 */
record PayloadSample(RecordRewrite rewrite, long seed, int count) {

    RewriteReport write(OutputPlan plan) throws IOException {
        SmallestHashes chosen = new SmallestHashes(count);
        Map<Long, Bytes> kept = new HashMap<>();
        long read;
        try (RecordSequence records = rewrite.records()) {
            for (long number = 0; records.next(); number++) {
                long dropped = chosen.offer(Sampling.hash(seed, number), number);
                if (dropped != number) {
                    kept.remove(dropped);
                    kept.put(number, Bytes.ofOwned(records.reader().payloadBytes()));
                }
            }
            read = records.count();
        }
        long[] numbers = chosen.numbers();
        long all = read;
        return RewritePass.write(rewrite, plan, (ignored, out) -> {
            for (long number : numbers) {
                out.write(payload(kept, number).asByteBuffer());
            }
            return all;
        });
    }

    private static Bytes payload(Map<Long, Bytes> kept, long number) {
        Bytes payload = kept.get(number);
        if (payload == null) {
            throw new AssertionError("chosen record " + number + " is not in memory");
        }
        return payload;
    }
}
