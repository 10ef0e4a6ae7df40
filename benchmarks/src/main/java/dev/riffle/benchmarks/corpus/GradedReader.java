package dev.riffle.benchmarks.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** A reader to grade. The readers of the profile {@code interop} are found as services. */
public interface GradedReader {

    /** The behaviour that a reader promises at damage. */
    enum Manner {
        /** The reader fails. */
        STRICT,
        /** The reader skips the damage and continues. */
        SKIPPING
    }

    /** Returns the title of the reader's column, with the version. */
    String title();

    /** Returns the behaviour that the reader promises at damage. */
    default Manner manner() {
        return Manner.STRICT;
    }

    /** Returns whether the reader is made for files of this kind. */
    boolean isFor(CorpusRow row);

    /**
     * Passes each payload to {@code payloads}, and returns at the regular end.
     *
     * @throws Exception the reader's own exception if it fails
     */
    void read(Path file, CorpusRow row, Consumer<byte[]> payloads) throws Exception;

    /** Returns all readers on the class path, Riffle's first. */
    static List<GradedReader> all() {
        List<GradedReader> all = new ArrayList<>(
                List.of(new RiffleReading(Manner.STRICT), new RiffleReading(Manner.SKIPPING), new HadoopReading()));
        ServiceLoader.load(GradedReader.class).forEach(all::add);
        return all;
    }
}
