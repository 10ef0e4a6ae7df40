package dev.riffle.spark.internal.infer;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.options.RecordOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A record file in memory, for tests of surveys. */
record MadeFile(String name, byte[] bytes) {

    static MadeFile of(String name, Bytes... payloads) {
        return of(name, RecordFormat.TFRECORD, Compression.NONE, payloads);
    }

    static MadeFile of(String name, Example... examples) {
        return of(name, Arrays.stream(examples).map(Example::toBytes).toArray(Bytes[]::new));
    }

    static MadeFile of(String name, SequenceExample... examples) {
        return of(name, Arrays.stream(examples).map(SequenceExample::toBytes).toArray(Bytes[]::new));
    }

    static MadeFile ofRecords(String name, Example... examples) {
        Bytes[] payloads =
                Arrays.stream(examples).map(e -> e.toBytes(Dialect.ONEFLOW)).toArray(Bytes[]::new);
        return of(name, RecordFormat.OFRECORD, Compression.NONE, payloads);
    }

    static MadeFile of(String name, RecordFormat format, Compression compression, Bytes... payloads) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordWriterOptions options =
                RecordWriterOptions.defaults().format(format).compression(compression);
        try (RecordWriter writer = RecordWriter.create(out, name, options)) {
            for (Bytes payload : payloads) {
                writer.write(payload);
            }
            writer.commit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new MadeFile(name, out.toByteArray());
    }

    /** Returns this file with an inverted byte. */
    MadeFile damagedAt(int offset) {
        byte[] damaged = bytes.clone();
        damaged[offset] ^= 0x55;
        return new MadeFile(name, damaged);
    }

    /** Returns the first {@code size} bytes of this file. */
    MadeFile cutAt(int size) {
        return new MadeFile(name, Arrays.copyOf(bytes, size));
    }

    ByteSource source() {
        return ByteSource.of(Bytes.copyOf(bytes), name);
    }

    /** Surveys each of these files, and returns the facts about each file. */
    static List<PartialSchema> survey(RecordOptions options, MadeFile... files) {
        List<PartialSchema> parts = new ArrayList<>();
        for (MadeFile file : files) {
            try {
                parts.add(FileSurvey.of(file.source(), options));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return parts;
    }
}
