package dev.riffle.benchmarks.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Reads files for the grading. The program finds the readers of the profile {@code interop} as services. */
public interface GradedReader {

    /** Lists the behaviours that a reader can promise at damage. */
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

    /** Returns whether the reader supports files of this kind. */
    boolean isFor(CorpusRow row);

    /**
     * Passes each payload to {@code payloads}, and returns at the regular end of the file.
     *
     * @throws Exception if the reader fails; its exception is unchanged
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
