package dev.riffle.cli;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The files that a command writes records to.
 *
 * @param output the file's name as typed, or - for standard output
 * @param shards how many files to write; 0 for one of just that name
 * @param naming how they are called if there are several
 * @param format the format of the records
 * @param existing what happens to files of the same names
 * @param options all that, and the rest of what a writer wants to know
 */
record RecordTarget(
        String output, int shards, Naming naming, RecordFormat format, Existing existing, RecordWriterOptions options) {

    /** How several files are called. */
    enum Naming {
        /** {@code NAME-00000-of-00010}, as TensorFlow's tools do. */
        SHARDS,
        /** {@code part-00000} in a directory, as OneFlow needs it. */
        PARTS
    }

    /** What happens to a file that is there already. */
    enum Existing {
        REFUSE,
        REPLACE
    }

    /** All of them are open until the last record is written. */
    static final int MOST_SHARDS = 10_000;

    boolean isStandardOutput() {
        return output.equals(Terminal.DASH);
    }

    /** The names of the files, in the order of the records. */
    List<String> names() {
        if (shards == 0) {
            return List.of(output);
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < shards; i++) {
            names.add(
                    switch (naming) {
                        case SHARDS -> String.format(Locale.ROOT, "%s-%05d-of-%05d", output, i, shards);
                        case PARTS -> String.format(Locale.ROOT, "%s/part-%05d", output, i);
                    });
        }
        return names;
    }

    Dialect dialect() {
        return format == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
    }
}
