package dev.riffle.cli;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.util.Optional;

/**
 * How record files are to be read.
 *
 * @param format the format, or empty to recognise it
 * @param compression the compression, or empty to recognise it
 */
record ReadSettings(Optional<RecordFormat> format, Optional<Compression> compression) {

    static final ReadSettings RECOGNIZE = new ReadSettings(Optional.empty(), Optional.empty());

    RecordReader open(ByteSource source) throws IOException {
        return open(source, DamagePolicy.FAIL);
    }

    RecordReader open(ByteSource source, DamagePolicy damage) throws IOException {
        RecordReaderOptions options = RecordReaderOptions.defaults().damage(damage);
        if (format.isPresent()) {
            options = options.format(format.get());
        }
        if (compression.isPresent()) {
            options = options.compression(compression.get());
        }
        return RecordReader.open(source, options);
    }

    /** Opens a source twice if need be: where the format has no way to pass over damage, the first damage is thrown. */
    RecordReader openSkipping(ByteSource source, DamagePolicy skip) throws IOException {
        ByteSource twice = source.size().isPresent() ? source : new RewindableSource(source);
        RecordFormat found;
        try (RecordReader look = open(twice)) {
            found = look.format();
        }
        return open(twice, found == RecordFormat.TFRECORD ? skip : DamagePolicy.FAIL);
    }
}
