package dev.riffle.cli.print;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordReader;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.io.ByteSource;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import java.io.IOException;
import java.util.Optional;

/**
 * Infers specs that fit the first records of a file. Ignores errors after a first good record. The following read
 * reports these errors in their place.
 */
public final class SpecInference {

    /** The default number of records that the commands examine. */
    public static final int DEFAULT_SAMPLE = 1000;

    private final ReadSettings read;
    private final ByteSource source;
    private final ParseRequest.Rejected rejected;

    private long records;
    private boolean sequences;

    /**
     * Creates an inference.
     *
     * @param source the examined source; it must open several times
     */
    SpecInference(ReadSettings read, ByteSource source, ParseRequest.Rejected rejected) {
        this.read = read;
        this.source = source;
        this.rejected = rejected;
    }

    /**
     * Returns specs for all features that the records have. Empty without records.
     *
     * @param sample the number of records to examine
     * @throws IOException if the first record is damaged or is not a message with features
     * @throws ExampleParseException if no specs fit
     */
    Optional<RecordSpecs> infer(int sample) throws IOException {
        look(sample);
        return records == 0 ? Optional.empty() : Optional.of(specs((int) records));
    }

    /** Counts the records before the first damage, and detects their type of message. */
    private void look(int sample) throws IOException {
        try (RecordReader reader = read.openSkippingSilently(source)) {
            boolean known = false;
            while (records < sample && reader.next()) {
                if (!sequences) {
                    PayloadKind kind = PayloadKind.of(reader.payloadBytes(), reader.format());
                    sequences = kind == PayloadKind.SEQUENCE_EXAMPLE;
                    known = known || isMessage(reader, kind);
                }
                records++;
            }
        } catch (CorruptRecordException e) {
            if (records == 0) {
                throw e;
            }
        }
    }

    /** Returns whether the record may be a message with features. Returns false for an empty payload. */
    private boolean isMessage(RecordReader reader, PayloadKind kind) throws IOException {
        return switch (kind) {
            case EXAMPLE, SEQUENCE_EXAMPLE -> true;
            case EMPTY -> false;
            case OFRECORD, EXAMPLE_LIST, EVENT, IMAGE, JSON, TEXT, PROTOBUF, BYTES -> {
                // An Example with unknown fields looks like a message of another type.
                if (PayloadKind.exampleIn(reader.format())
                        .misread(reader.payload())
                        .isEmpty()) {
                    yield true;
                }
                if (rejected == ParseRequest.Rejected.LEFT_OUT) {
                    yield false;
                }
                throw new IOException(RecordPlace.of(reader) + " "
                        + kind.insteadOf(PayloadKind.exampleIn(reader.format()), reader.payloadBytes()));
            }
        };
    }

    private RecordSpecs specs(int most) throws IOException {
        try {
            return specsOf(most);
        } catch (ExampleParseException e) {
            if (rejected == ParseRequest.Rejected.LEFT_OUT && e.batchIndex() > 0 && e.batchIndex() < most) {
                return specsOf(e.batchIndex());
            }
            throw e;
        }
    }

    private RecordSpecs specsOf(int most) throws IOException {
        try (RecordReader reader = read.openSkippingSilently(source)) {
            return sequences
                    ? new RecordSpecs.OfSequenceExamples(SequenceFeatureSpecs.infer(reader, most))
                    : new RecordSpecs.OfExamples(FeatureSpecs.infer(reader, most));
        }
    }
}
