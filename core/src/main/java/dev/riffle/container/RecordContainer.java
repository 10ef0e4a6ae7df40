package dev.riffle.container;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Optional;

/**
 * A format of record files that a {@link java.util.ServiceLoader} finds. An implementation is public, has a public
 * constructor without arguments, and is safe for use by several threads.
 *
 * @since 0.1
 */
public interface RecordContainer {

    /** Returns the name in capitals and digits, for options, manifests and {@link dev.riffle.RecordFormat#named}. */
    String name();

    /** Returns the name for messages, for example ArrayRecord. */
    String title();

    /** Returns the endings of file names, in lower case and without a period. New files have the first one. */
    List<String> endings();

    /**
     * Returns whether a source certainly has this format. Readers ask if the source does not begin with a TFRecord
     * header. A signature in the first bytes is the best proof. An implementation can also read other bytes, or examine
     * the name. The size of a stream is unknown, and a stream cannot be read here.
     *
     * @param beginning the first 512 bytes, or all bytes if the source has fewer; little-endian
     */
    boolean recognizes(ByteSource source, ByteBuffer beginning) throws IOException;

    /** Returns whether {@link ContainerReader#skip} finds the records after damage. */
    boolean skipsDamage();

    /** Returns whether {@link ContainerReader#find} finds the places at which several readers can divide a file. */
    boolean isDivisible();

    /**
     * Opens a source to read its records in order. A source without a size is a stream, which can be opened once, at
     * offset 0. The reader never closes the source, but closes the channels that it opens.
     *
     * @throws IOException if the source cannot be read. {@link ContainerReader#next} reports all damage
     */
    ContainerReader read(ByteSource source, ContainerOptions options) throws IOException;

    /**
     * Opens a source to read its records in any order. Empty if the format has no random access.
     *
     * @param source a source with a size
     * @throws ContainerDamageException if the places of the records are damaged
     */
    Optional<ContainerFile> open(ByteSource source, ContainerOptions options) throws IOException;

    /**
     * Returns a writer of a new file. The caller publishes the file after {@link ContainerWriter#finish}.
     *
     * @param out receives the bytes of the file, and has no buffer
     * @param name the name of the output for messages. It ends like the name of the file, if the output is a file
     */
    ContainerWriter write(WritableByteChannel out, String name) throws IOException;
}
