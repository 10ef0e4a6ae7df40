package dev.riffle.spark.internal.infer;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Surveys some files on an executor. The results are bytes, so that they do not depend on the serializer of the
 * cluster.
 */
final class SurveyTask implements FlatMapFunction<Iterator<String>, byte[]> {

    private static final long serialVersionUID = 1L;

    private final Broadcast<SerializableConfiguration> configuration;

    private final FilesSurvey survey;

    SurveyTask(Broadcast<SerializableConfiguration> configuration, FilesSurvey survey) {
        this.configuration = configuration;
        this.survey = survey;
    }

    @Override
    public Iterator<byte[]> call(Iterator<String> paths) throws IOException {
        PartialSchema known = survey.of(paths, configuration.value().value());
        return List.of(toBytes(known)).iterator();
    }

    /** Ends the task if its job was cancelled. Does nothing outside a task. */
    static void stopIfCancelled() {
        TaskContext task = TaskContext.get();
        if (task != null) {
            task.killTaskIfInterrupted();
        }
    }

    static byte[] toBytes(PartialSchema known) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(known);
        }
        return bytes.toByteArray();
    }

    static PartialSchema ofBytes(byte[] bytes) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (PartialSchema) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(
                    "cannot read the results of the executors; use one version of Riffle on the driver and all executors",
                    e);
        }
    }
}
