package dev.riffle.shard.internal;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.util.List;

/** Writes the files that a {@link RecordOutput} describes. Immutable. */
public abstract sealed class OutputPlan permits SingleOutputPlan, EvenOutputPlan, RollingOutputPlan, KeyedOutputPlan {

    /** What the files are written with. */
    final RecordWriterOptions options;

    OutputPlan(RecordWriterOptions options) {
        this.options = options;
    }

    /** Returns what writes this target. */
    public static OutputPlan of(RecordOutput target) {
        FileSteps steps = new FileSteps();
        if (target instanceof RecordOutput.OneFile file) {
            return SingleOutputPlan.at(file.path(), file.options(), steps);
        }
        if (target instanceof RecordOutput.OneSink sink) {
            return SingleOutputPlan.into(sink.sink(), sink.options());
        }
        if (target instanceof RecordOutput.EvenShards even) {
            return new EvenOutputPlan(even.names(), even.options(), steps);
        }
        if (target instanceof RecordOutput.KeyedShards keyed) {
            return new KeyedOutputPlan(keyed.names(), keyed.feature(), keyed.missing(), keyed.options());
        }
        if (target instanceof RecordOutput.FilledShards filled) {
            return new RollingOutputPlan(
                    filled.prefix(), filled.suffix(), filled.records(), filled.bytes(), filled.options(), steps);
        }
        throw new AssertionError(target);
    }

    /** What is written. */
    final RecordFormat format() {
        return options.format();
    }

    /**
     * Payloads of one format are no payloads of the other.
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

    /** Which files are written or taken away. */
    public abstract OutputPlaces places();

    /** Fails if the files that are replaced are among those that are read: nothing that is read is ever taken away. */
    public final void checkReplacesNone(List<ByteSource> sources) throws IOException {
        if (replaces()) {
            places().checkNotRead(sources);
        }
    }

    /** Whether files that are there are replaced. */
    final boolean replaces() {
        return options.overwrites();
    }

    /** Whether the number of records must be known beforehand. */
    public abstract boolean needsCount();

    /**
     * Begins to write.
     *
     * @param records how many records there will be; does not matter where it need not be known
     */
    public abstract SetOutput open(long records) throws IOException;

    /** Begins to write files that appear together with those of another target, if they are files at all. */
    public SetOutput openWithOthers(long records) throws IOException {
        return open(records);
    }
}
