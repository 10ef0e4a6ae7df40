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
     * Checks that the output has the format of the input. The payloads of the formats differ.
     *
     * @throws IllegalArgumentException if the output has another format
     */
    public final void checkTakes(RecordFormat read) {
        if (read != format()) {
            throw new IllegalArgumentException("cannot write " + read.title() + " records to an output in "
                    + format().title() + "; set format(RecordFormat." + read
                    + ") in the output options, or use RecordRewrite.likeInput");
        }
    }

    /** Returns the files that the output writes or replaces. */
    public abstract OutputPlaces places();

    /** Checks that the output does not replace a source, because a rewrite never removes its input. */
    public final void checkReplacesNone(List<ByteSource> sources) throws IOException {
        if (replaces()) {
            places().checkNotRead(sources);
        }
    }

    /** Returns whether the output replaces existing files. */
    final boolean replaces() {
        return options.overwrites();
    }

    /** Returns whether the output needs the number of records before the first one. */
    public abstract boolean needsCount();

    /**
     * Opens the output.
     *
     * @param records number of records; ignored unless {@link #needsCount}
     */
    public abstract SetOutput open(long records) throws IOException;

    /** Opens the output for a commit together with another output. A stream opens as usual. */
    public SetOutput openWithOthers(long records) throws IOException {
        return open(records);
    }
}
