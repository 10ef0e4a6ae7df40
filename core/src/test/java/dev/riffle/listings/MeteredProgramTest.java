package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.PipelineObserver;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeteredProgramTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        byte[] damaged = Files.readAllBytes(file);
        damaged[damaged.length / 2] ^= 1;
        Files.write(file, damaged);
        // listing
        MeterRegistry registry = new SimpleMeterRegistry();

        Counter damage = registry.counter("riffle.damage");
        RecordInput input = RecordInput.of(List.of(ByteSource.of(file)))
                .reading(RecordReaderOptions.defaults().damage(DamagePolicy.skip(region -> damage.increment())))
                .progress(new ProgressMeters(registry, "split"));
        ShardNames shards = ShardNames.of(directory.resolve("train"), 4);
        RecordRewrite.of(input).copyTo(RecordOutput.shards(shards, RecordWriterOptions.defaults()));

        PipelineMeters meters = new PipelineMeters(registry, "train");
        RecordDataset.files(shards)
                .shuffle(1_000, 42)
                .map(Example::parse)
                .batch(100)
                .observed(PipelineObserver.every(Duration.ofSeconds(1), meters))
                .forEach(batch -> {});

        for (String operation : List.of("split", "train")) {
            double records = registry.get("riffle.records")
                    .tag("operation", operation)
                    .counter()
                    .count();
            double done = registry.get("riffle.done")
                    .tag("operation", operation)
                    .gauge()
                    .value();
            out.println(operation + ": " + (long) records + " records, " + (long) (100 * done) + " % done");
        }
        out.println((long) damage.count() + " damaged region");
        double batches = registry.get("riffle.stage.elements")
                .tag("stage", "4 batch")
                .gauge()
                .value();
        out.println((long) batches + " batches");
        // end
        assertThat(out).hasToString("""
                split: 9999 records, 100 % done
                train: 9999 records, 100 % done
                1 damaged region
                100 batches
                """);
        long stored = 0;
        for (Path shard : shards.paths()) {
            stored += Files.size(shard);
        }
        assertThat(registry.get("riffle.bytes")
                        .tag("operation", "train")
                        .counter()
                        .count())
                .isEqualTo(stored);
        assertThat(registry.get("riffle.bytes")
                        .tag("operation", "split")
                        .counter()
                        .count())
                .isEqualTo(2 * damaged.length);
        Collection<Gauge> times = registry.get("riffle.stage.time").gauges();
        assertThat(times)
                .hasSize(4)
                .allSatisfy(time -> assertThat(((TimeGauge) time).value(TimeUnit.NANOSECONDS))
                        .isPositive());
    }
}
