package dev.riffle.internal.frame;

/** The layout of a record file: frames one after the other, or a container. Each layout has one object. */
public sealed interface RecordLayout permits Framing, ContainerLayout {

    /** Returns the number of bytes that an uncompressed file has for each record besides its payload. */
    int overheadBytes();
}
