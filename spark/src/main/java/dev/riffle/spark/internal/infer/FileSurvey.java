package dev.riffle.spark.internal.infer;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.MessageSurvey;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.StoredBytes;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.OtherMessages;
import java.io.IOException;
import java.util.Optional;

/** Collects facts about the columns from the first records of one file. */
final class FileSurvey {

    private final ByteSource source;
    private final RecordOptions options;

    private long skippedRegions;

    private FileSurvey(ByteSource source, RecordOptions options) {
        this.source = source;
        this.options = options;
    }

    /**
     * Reads at most the number of records in the options, and returns the facts. The result contains any error that
     * makes a schema impossible: a file that is certainly not a record file, or damage in the mode {@code FAILFAST}. A
     * file of unknown content counts as a damaged file of the format in the options.
     *
     * @throws IOException if the file cannot be read; another attempt may succeed
     */
    static PartialSchema of(ByteSource source, RecordOptions options) throws IOException {
        if (StoredBytes.isMapped(source)) {
            return new FileSurvey(source, options).survey();
        }
        // A survey reads the first records twice. Storage sends them once.
        try (StoredBytes stored = StoredBytes.shared(source)) {
            return new FileSurvey(stored, options).survey();
        }
    }

    private PartialSchema survey() throws IOException {
        try (RecordReader detecting = RecordReader.open(source)) {
            if (!detecting.next()) {
                return PartialSchema.EMPTY;
            }
            if (detecting.format() != options.format()) {
                return problem(new IOException(otherFormat(detecting.format())));
            }
        } catch (UnrecognizedFileException e) {
            // For a damaged file, the survey uses the format in the options. Only an OFRecord file may look like
            // another format.
            if (e.isSomethingElse() && !holdsOfRecord()) {
                return problem(e);
            }
        } catch (CorruptRecordException e) {
            // The survey of the records finds this error again and handles it.
            return records();
        }
        return records();
    }

    private String otherFormat(RecordFormat found) {
        return source.name() + ": expected " + options.format().title() + ", found " + found.title()
                + "; read it with format(\""
                + switch (found) {
                    case TFRECORD -> "tfrecord";
                    case OFRECORD -> "ofrecord";
                }
                + "\")";
    }

    /**
     * Returns whether the file is OFRecord. The format has no signature, so a file without damage when read as OFRecord
     * counts as OFRecord.
     */
    private boolean holdsOfRecord() throws IOException {
        if (options.format() != RecordFormat.OFRECORD) {
            return false;
        }
        try (RecordReader trying =
                RecordReader.open(source, RecordReaderOptions.defaults().format(RecordFormat.OFRECORD))) {
            return trying.next();
        } catch (CorruptRecordException e) {
            return false;
        }
    }

    private PartialSchema records() throws IOException {
        try (RecordReader reader = RecordReader.open(source, readerOptions())) {
            return switch (options.recordType()) {
                case EXAMPLE, SEQUENCE_EXAMPLE, EXAMPLE_LIST_WITH_CONTEXT -> messages(reader);
                case BYTES -> frames(reader);
            };
        }
    }

    private RecordReaderOptions readerOptions() {
        RecordReaderOptions reading = RecordReaderOptions.defaults().format(options.format());
        // In OFRecord, a reader cannot continue after damage.
        return options.mode() == ReadMode.FAILFAST || options.format() == RecordFormat.OFRECORD
                ? reading
                : reading.damage(DamagePolicy.skip(region -> skippedRegions++));
    }

    private PartialSchema frames(RecordReader reader) throws IOException {
        long records = 0;
        try {
            while (records < options.sampledRecords() && reader.next()) {
                SurveyTask.stopIfCancelled();
                records++;
            }
        } catch (CorruptRecordException e) {
            if (options.mode() == ReadMode.FAILFAST) {
                return problem(e);
            }
            skippedRegions++;
        }
        return new PartialSchema(new MessageSurvey(), records, skippedRegions, null, null);
    }

    private PartialSchema messages(RecordReader reader) throws IOException {
        SampledMessages sampled = new SampledMessages(options);
        long badRecords = 0;
        try {
            for (long left = options.sampledRecords(); left > 0 && reader.next(); left--) {
                SurveyTask.stopIfCancelled();
                byte[] payload = reader.payloadBytes();
                if (left == options.sampledRecords() && hidesLists(payload)) {
                    return problem(hiddenLists(reader));
                }
                try {
                    Optional<String> other = sampled.add(payload, RecordPlace.of(reader));
                    if (other.isPresent()) {
                        if (options.mode() == ReadMode.FAILFAST) {
                            return problem(otherMessage(reader, other.get()));
                        }
                        badRecords++;
                    }
                } catch (MalformedMessageException e) {
                    if (options.mode() == ReadMode.FAILFAST) {
                        return problem(malformed(reader, e));
                    }
                    badRecords++;
                }
            }
        } catch (CorruptRecordException e) {
            if (options.mode() == ReadMode.FAILFAST) {
                return problem(e);
            }
            badRecords++;
        }
        return sampled.result(badRecords + skippedRegions);
    }

    /** Returns whether a record of type Example has feature lists, which the schema would omit. */
    private boolean hidesLists(byte[] payload) {
        if (options.format() != RecordFormat.TFRECORD || options.recordType() != RecordType.EXAMPLE) {
            return false;
        }
        ExampleCursor cursor = ExampleCursor.ofSequenceExamples().reset(payload);
        boolean hasLists = false;
        boolean hasKind = false;
        try {
            while (true) {
                switch (cursor.next()) {
                    case FEATURE, STEP -> hasKind |= cursor.kind() != Kind.NOT_SET;
                    case FEATURE_LIST -> hasLists = true;
                    case END -> {
                        // Other messages can look like feature lists, but then they contain no kind.
                        return hasLists && hasKind;
                    }
                }
            }
        } catch (MalformedMessageException e) {
            return false;
        }
    }

    private SurveyProblem hiddenLists(RecordReader reader) {
        RecordPlace at = RecordPlace.of(reader);
        return new SurveyProblem(
                at,
                new IOException(at + ": expected an Example, found a SequenceExample with feature lists;"
                        + " set option recordType to SequenceExample, or pass a schema to read only its context"));
    }

    private SurveyProblem otherMessage(RecordReader reader, String problem) {
        RecordPlace at = RecordPlace.of(reader);
        return new SurveyProblem(at, new IOException(at + ": " + problem));
    }

    private SurveyProblem malformed(RecordReader reader, MalformedMessageException cause) throws IOException {
        RecordPlace at = RecordPlace.of(reader);
        return new SurveyProblem(
                at,
                new IOException(
                        at + ": " + cause.getMessage() + "; "
                                + new OtherMessages(options.format(), options.recordType())
                                        .description(reader.payload())
                                + "; to skip bad records or read them as nulls, set option mode",
                        cause));
    }

    private PartialSchema problem(CorruptRecordException damage) {
        return problem(
                new SurveyProblem(new RecordPlace(source.name(), damage.recordIndex(), damage.recordOffset()), damage));
    }

    private PartialSchema problem(IOException cause) {
        return problem(new SurveyProblem(new RecordPlace(source.name(), 0, 0), cause));
    }

    private static PartialSchema problem(SurveyProblem problem) {
        return PartialSchema.of(problem);
    }
}
