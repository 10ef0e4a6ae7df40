package dev.riffle.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the files that belong to the generator. */
final class Resource {

    private Resource() {}

    /** Returns the text of a file of this package. */
    static String text(String name) throws IOException {
        try (InputStream in = Resource.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + ": not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
