package dev.riffle.spark.internal.infer;

import dev.riffle.CorruptRecordException;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.hadoop.HadoopSource;
import dev.riffle.spark.internal.options.RecordOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Surveys files in order, on the driver or in a task.
 *
 * @param options the options of the read
 * @param tolerated the settings that let Spark skip missing or corrupt files
 */
record FilesSurvey(RecordOptions options, FileSourceOptions tolerated) implements Serializable {

    private static final Logger LOG = LoggerFactory.getLogger(FilesSurvey.class);

    /**
     * Returns the facts from these files, up to the first file that makes a schema impossible.
     *
     * @throws IOException if a file cannot be read
     */
    PartialSchema of(Iterator<String> paths, Configuration configuration) throws IOException {
        PartialSchema known = PartialSchema.EMPTY;
        while (paths.hasNext() && known.problem() == null) {
            known = known.merge(file(new Path(paths.next()), configuration));
        }
        return known;
    }

    private PartialSchema file(Path path, Configuration configuration) throws IOException {
        try {
            PartialSchema known = FileSurvey.of(HadoopSource.of(path, configuration), options);
            SurveyProblem problem = known.problem();
            if (problem == null || !tolerates(problem)) {
                return known;
            }
            LOG.warn("Skipped a corrupt file during the inference of a schema: {}", path, problem.cause());
        } catch (FileNotFoundException e) {
            if (!tolerated.ignoreMissingFiles()) {
                throw e;
            }
            LOG.warn("Skipped a missing file during the inference of a schema: {}", path, e);
        } catch (AccessControlException | BlockMissingException e) {
            // The file is not corrupt but unreachable, so the survey fails like a read.
            throw e;
        } catch (IOException e) {
            if (!tolerated.ignoreCorruptFiles()) {
                throw e;
            }
            LOG.warn("Skipped an unreadable file during the inference of a schema: {}", path, e);
        }
        return PartialSchema.EMPTY;
    }

    /**
     * Returns whether the file is corrupt and Spark tolerates corrupt files. A file is not corrupt if only the options
     * are wrong for it.
     */
    private boolean tolerates(SurveyProblem problem) {
        IOException cause = problem.cause();
        boolean corrupt = cause instanceof CorruptRecordException
                || cause instanceof UnrecognizedFileException
                || cause.getCause() instanceof MalformedMessageException;
        return corrupt && tolerated.ignoreCorruptFiles();
    }
}
