package dev.riffle.internal.frame;

/** The position of a record in its source. */
public interface RecordPosition {

    /** Returns the offset at which the frame of the record begins. */
    long offset();

    /** Returns the offset after the frame. */
    long endOffset();

    /** Returns the number of records before this record. */
    long index();

    /** Returns the size of the payload in bytes. */
    int payloadSize();

    /** A place that stays the same when its reader moves. */
    record Kept(long offset, long endOffset, long index, int payloadSize) implements RecordPosition {}
}
