package dev.riffle.internal;

import java.nio.file.Path;

/** A source that reads a file. Other sources may have a name that happens to be the name of a file. */
public interface PathSource {

    /** Returns the path of the file, in its own file system. */
    Path path();
}
