package dev.riffle.listings;

import dev.riffle.Progress;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.OptionalLong;
import java.util.function.Consumer;

// listing
/** Shows the progress of one operation as meters. */
final class ProgressMeters implements Consumer<Progress> {

    private final Counter records;
    private final Counter bytes;
    private volatile Progress last = new Progress(0, 0, OptionalLong.empty(), false);

    ProgressMeters(MeterRegistry registry, String operation) {
        records = registry.counter("riffle.records", "operation", operation);
        bytes = registry.counter("riffle.bytes", "operation", operation);
        Gauge.builder("riffle.done", this, ProgressMeters::done)
                .tag("operation", operation)
                .strongReference(true)
                .register(registry);
    }

    @Override
    public void accept(Progress progress) {
        records.increment(progress.records() - last.records());
        bytes.increment(progress.bytes() - last.bytes());
        last = progress;
    }

    private double done() {
        Progress progress = last;
        return progress.totalBytes().isPresent()
                ? progress.bytes() / Math.max(1.0, progress.totalBytes().getAsLong())
                : Double.NaN;
    }
}
// end
