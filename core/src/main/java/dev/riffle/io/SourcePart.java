package dev.riffle.io;

/**
 * A place in one of the files that a source is made of.
 *
 * @param name what messages call the file
 * @param offset how many bytes of the file come before the place
 */
public record SourcePart(String name, long offset) {

    /** The place for a message: {@code part-00001 at offset 34}. */
    @Override
    public String toString() {
        return name + " at offset " + offset;
    }
}
