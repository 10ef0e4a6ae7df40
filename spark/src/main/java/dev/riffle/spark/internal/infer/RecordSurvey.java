package dev.riffle.spark.internal.infer;

import dev.riffle.example.MalformedMessageException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Collects the features of the records of one file. */
interface RecordSurvey {

    /**
     * Adds a record. Does not change the payload.
     *
     * @return the problem if the record is a message of another type; then the survey ignores it
     * @throws MalformedMessageException if the payload is not a message; then the survey ignores it
     */
    Optional<String> add(ByteBuffer payload, long record, long offset);

    /** Keeps the description of a record without a feature, unless an earlier record has none. */
    void note(ByteBuffer payload, long record, long offset);

    /** Returns the facts collected so far. */
    PartialSchema result();
}
