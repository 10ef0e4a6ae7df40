package dev.riffle.cli.convert;

import dev.riffle.DamagePolicy;
import dev.riffle.RiffleException;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.arrow.RecordMismatchException;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.print.TypedSpecs;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Notes;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.example.FeatureWarning;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Describes the input of an export to Arrow or Parquet. The first pass over the records infers the columns, and the
 * second pass reads them. Only the second pass reports damage that the command skips.
 */
final class VectorInput {

    /** The end of a message of the library that names no flag. */
    private static final String COLUMNS = "pass specs or a schema with the columns that you need";

    private final Terminal terminal;
    private final ReadSettings read;
    private final PrintRequest.Damage damage;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    private ExitCode code = ExitCode.FINE;

    VectorInput(Terminal terminal, ReadSettings read, PrintRequest.Damage damage) {
        this.terminal = terminal;
        this.read = read;
        this.damage = damage;
    }

    /** Examines the beginning of a source. If the command skips damage, the first record may be damaged. */
    void prove(ByteSource source) throws IOException {
        if (damage == PrintRequest.Damage.SKIPPED) {
            read.open(source).close();
        } else {
            read.proveFirstRecord(source);
        }
    }

    /** Returns the input for the first pass. */
    RecordInput surveyed(RecordInput input) {
        return reading(input, DamagePolicy.skip(region -> {}));
    }

    /** Returns the input for the second pass. */
    RecordInput reported(RecordInput input) {
        return reading(input, DamagePolicy.skip(region -> {
            code = ExitCode.FINDINGS;
            terminal.report(region.cause().getMessage() + "; " + Sizes.count(region.length(), "byte") + " skipped");
        }));
    }

    private RecordInput reading(RecordInput input, DamagePolicy skip) {
        DamagePolicy policy = damage == PrintRequest.Damage.SKIPPED ? skip : DamagePolicy.FAIL;
        return input.reading(read.options().damage(policy));
    }

    /** Returns the exit code: findings after the second pass has skipped damage. */
    ExitCode code() {
        return code;
    }

    /** Returns the failure of a command, with the flag for the remedy. */
    static IOException failed(RiffleException e) {
        String message = String.valueOf(e.getMessage());
        return new IOException(message.endsWith(COLUMNS) ? message + " (--features)" : message, e);
    }

    /** Returns the number of records in the sample of all files. */
    static long sample(long recordsOfEachFile, int files) {
        return recordsOfEachFile > Long.MAX_VALUE / files ? Long.MAX_VALUE : recordsOfEachFile * files;
    }

    /** Returns a read of the columns of specs. Prints each warning about them once for all files. */
    Function<RecordInput, ArrowBatches> batches(TypedSpecs specs) {
        return input -> specs.features()
                .map(features -> ArrowBatches.of(input, features))
                .orElseGet(() -> ArrowBatches.of(input, specs.sequences().orElseThrow()))
                .warnings(this::warn);
    }

    private void warn(FeatureWarning warning) {
        if (warned.add(warning.feature())) {
            terminal.note(Escapes.visible(Notes.text(warning)));
        }
    }

    /**
     * Returns a read of the columns of a schema. If the user chose no columns, and a sample decided the schema, then a
     * record with a feature that the sample lacks ends the read, because the output would lose the feature.
     *
     * @param names the columns that the user chose; empty for all columns
     * @param sample the number of records of each file in the sample
     */
    static Function<RecordInput, ArrowBatches> batches(Schema inferred, List<String> names, long sample)
            throws UsageException {
        Schema schema = chosen(inferred, names);
        boolean isComplete = !names.isEmpty() || sample == Long.MAX_VALUE;
        return input -> isComplete
                ? ArrowBatches.of(input, schema)
                : ArrowBatches.of(input, schema).otherFeatures(VectorInput::reject);
    }

    private static void reject(RecordMismatchException other) {
        throw new UncheckedIOException(new IOException(
                other.source().orElseThrow() + ": record " + other.recordIndex().orElseThrow() + " at offset "
                        + other.offset().orElseThrow() + ": feature \""
                        + other.column().orElseThrow()
                        + "\" has no column, because the sample lacks it; omit --sample, or choose the columns with"
                        + " --features",
                other));
    }

    /** Returns the schema with these columns only, in their order; all columns if there are no names. */
    private static Schema chosen(Schema schema, List<String> names) throws UsageException {
        if (names.isEmpty()) {
            return schema;
        }
        List<Field> fields = new ArrayList<>();
        for (String name : names) {
            fields.add(schema.getFields().stream()
                    .filter(field -> field.getName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("--columns: the sample has no feature named " + name
                            + "; 'riffle info' lists the features, and --sample sets the size of the sample")));
        }
        return new Schema(fields, schema.getCustomMetadata());
    }
}
