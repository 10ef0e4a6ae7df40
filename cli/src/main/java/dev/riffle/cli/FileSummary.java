package dev.riffle.cli;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What is found out about a file. */
final class FileSummary {

    private final String name;
    private final OptionalLong fileBytes;

    private Optional<RecordFormat> format = Optional.empty();
    private Optional<Compression> compression = Optional.empty();
    private Optional<String> problem = Optional.empty();

    private long records;
    private long payloadBytes;
    private long smallest = Long.MAX_VALUE;
    private long largest;

    private long sampled;
    private final Map<PayloadKind, Long> kinds = new EnumMap<>(PayloadKind.class);
    private final Map<String, FeatureSummary> features = new TreeMap<>();

    FileSummary(String name, OptionalLong fileBytes) {
        this.name = name;
        this.fileBytes = fileBytes;
    }

    void recognized(RecordFormat foundFormat, Compression foundCompression) {
        format = Optional.of(foundFormat);
        compression = Optional.of(foundCompression);
    }

    void looksLike(String description) {
        problem = Optional.of("not a record file: it looks like " + description);
    }

    void damaged(CorruptRecordException damage) {
        problem = Optional.of("damaged at record " + damage.recordIndex() + ", offset " + damage.offset() + ": "
                + damage.reason().text() + "; 'riffle verify' tells more");
    }

    /** Counts the present record, and looks into it if it is among the first {@code sample}. */
    void add(RecordReader reader, int sample) throws IOException {
        int size = reader.payloadSize();
        records++;
        payloadBytes += size;
        smallest = Math.min(smallest, size);
        largest = Math.max(largest, size);
        if (sampled < sample) {
            sampled++;
            look(reader.payloadBytes(), reader.format());
        }
    }

    private void look(byte[] payload, RecordFormat of) {
        PayloadKind kind = PayloadKind.of(payload, of);
        kinds.merge(kind, 1L, Long::sum);
        if (kind == PayloadKind.EXAMPLE || kind == PayloadKind.OFRECORD) {
            Dialect dialect = kind == PayloadKind.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
            Example.parse(payload, dialect)
                    .features()
                    .forEach((feature, value) -> features.computeIfAbsent(feature, key -> new FeatureSummary())
                            .add(value));
        }
    }

    String name() {
        return name;
    }

    OptionalLong fileBytes() {
        return fileBytes;
    }

    Optional<RecordFormat> format() {
        return format;
    }

    Optional<Compression> compression() {
        return compression;
    }

    /** What is wrong with the file, if anything is. */
    Optional<String> problem() {
        return problem;
    }

    long records() {
        return records;
    }

    long payloadBytes() {
        return payloadBytes;
    }

    /** The size of the smallest payload; 0 if there is no record. */
    long smallest() {
        return records == 0 ? 0 : smallest;
    }

    long largest() {
        return largest;
    }

    /** How many records were looked into. */
    long sampled() {
        return sampled;
    }

    /** How many of those are of each kind. */
    Map<PayloadKind, Long> kinds() {
        return kinds;
    }

    /** The features of those that are Examples, by name. */
    Map<String, FeatureSummary> features() {
        return features;
    }
}
