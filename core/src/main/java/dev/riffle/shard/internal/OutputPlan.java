package dev.riffle.shard.internal;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.util.List;

/** Writes the files that a {@link RecordOutput} describes. Immutable. */
public abstract sealed class OutputPlan permits SingleOutputPlan, EvenOutputPlan, RollingOutputPlan, KeyedOutputPlan {

    /** The options for writing the files. */
    final RecordWriterOptions options;

    OutputPlan(RecordWriterOptions options) {
        this.options = options;
    }

    /** Returns the plan for an output. */
    public static OutputPlan of(RecordOutput output) {
        FileSteps steps = new FileSteps();
        if (output instanceof RecordOutput.OneFile file) {
            return SingleOutputPlan.at(file.path(), file.options(), steps);
        }
        if (output instanceof RecordOutput.OneSink sink) {
            return SingleOutputPlan.into(sink.sink(), sink.options());
        }
        if (output instanceof RecordOutput.EvenShards even) {
            return new EvenOutputPlan(even.names(), even.options(), steps);
        }
        if (output instanceof RecordOutput.KeyedShards keyed) {
            return new KeyedOutputPlan(keyed.names(), keyed.feature(), keyed.missing(), keyed.options());
        }
        if (output instanceof RecordOutput.FilledShards filled) {
            return new RollingOutputPlan(
                    filled.prefix(), filled.suffix(), filled.records(), filled.bytes(), filled.options(), steps);
        }
        throw new AssertionError(output);
    }

    /** Returns the format of the output. */
    final RecordFormat format() {
        return options.format();
    }

    /**
     * Checks that the output takes records of a format, because a payload of one format is not one of the other.
     *
     * @throws IllegalArgumentException if records of this format cannot be written
     */
    public final void checkTakes(RecordFormat read) {
        if (read != format()) {
            throw new IllegalArgumentException("records of " + read.title() + " cannot be written as "
                    + format().title() + "; give the output options with format(RecordFormat." + read
                    + "), or those of RecordRewrite.likeInput");
        }
    }

    /** Returns the files that are written or removed. */
    public abstract OutputPlaces places();

    /** Checks that the replaced files are not among the sources: a rewrite never removes its input. */
    public final void checkReplacesNone(List<ByteSource> sources) throws IOException {
        if (replaces()) {
            places().checkNotRead(sources);
        }
    }

    /** Returns whether existing files are replaced. */
    final boolean replaces() {
        return options.overwrites();
    }

    /** Returns whether the number of records must be known beforehand. */
    public abstract boolean needsCount();

    /**
     * Opens the output.
     *
     * @param records number of records; ignored if the output does not need it
     */
    public abstract SetOutput open(long records) throws IOException;

    /** Opens the output so that it can appear together with another output, if it consists of files. */
    public SetOutput openWithOthers(long records) throws IOException {
        return open(records);
    }
}
