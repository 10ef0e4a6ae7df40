package dev.riffle.benchmarks.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** A reader that is graded. Those that only the profile {@code interop} brings are found as services. */
public interface GradedReader {

    /** What a reader promises to do at damage. */
    enum Manner {
        /** It fails. */
        STRICT,
        /** It passes over what is damaged and goes on. */
        SKIPPING
    }

    /** The head of its column, with the version. */
    String title();

    /** What it promises. */
    default Manner manner() {
        return Manner.STRICT;
    }

    /** Whether files of this kind are among those it is made for. */
    boolean isFor(CorpusRow row);

    /**
     * Gives each payload to {@code payloads}; returns at the regular end.
     *
     * @throws Exception whatever the reader throws where it fails
     */
    void read(Path file, CorpusRow row, Consumer<byte[]> payloads) throws Exception;

    /** All that are on the class path, Riffle's first. */
    static List<GradedReader> all() {
        List<GradedReader> all = new ArrayList<>(
                List.of(new RiffleReading(Manner.STRICT), new RiffleReading(Manner.SKIPPING), new HadoopReading()));
        ServiceLoader.load(GradedReader.class).forEach(all::add);
        return all;
    }
}
