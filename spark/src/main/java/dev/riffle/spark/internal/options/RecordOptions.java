package dev.riffle.spark.internal.options;

import dev.riffle.RecordFormat;
import dev.riffle.io.Compression;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the checked options of a read or write.
 *
 * @param format the format of the files
 * @param recordType the type of the records
 * @param payloadColumn the column of records of bytes in an inferred schema: {@code payload}, or {@code byteArray} as
 *     in spark-tfrecord
 * @param mode the way to handle bad records
 * @param corruptColumn the name of the column with errors of bad records; the schema need not have it
 * @param compression the compression of written files: a name of {@link Compression}, in capitals
 * @param splitsFiles whether several tasks may read one file
 * @param explodesExamples whether each Example of a list becomes a row
 * @param flattensStructs whether each field of a struct is a column, named {@code struct.field}
 * @param shardBytes the approximate size in bytes at which the writer begins a new file; 0 for no limit
 * @param sampledFiles the number of files in a sample for the schema; {@link Integer#MAX_VALUE} for all files
 * @param sampledRecords the number of records of each sampled file; {@link Long#MAX_VALUE} for all records
 * @param stringsWhen the condition under which bytes are strings in an inferred schema
 * @param widens whether a column of doubles reads numbers of all kinds, and such features become columns of doubles
 * @param schemaSource the origin of the schema if the user gives none
 * @param writesManifest whether a write stores the columns in a manifest
 */
public record RecordOptions(
        RecordFormat format,
        RecordType recordType,
        String payloadColumn,
        ReadMode mode,
        String corruptColumn,
        String compression,
        boolean splitsFiles,
        boolean explodesExamples,
        boolean flattensStructs,
        long shardBytes,
        int sampledFiles,
        long sampledRecords,
        Strings stringsWhen,
        boolean widens,
        SchemaSource schemaSource,
        boolean writesManifest)
        implements Serializable {

    private static final String PAYLOAD = "payload";

    /** The word of spark-tfrecord for records of bytes and, with a small first letter, for their column. */
    private static final String BYTE_ARRAY = "byteArray";

    private static final int USUAL_FILES = 10;

    private static final long USUAL_RECORDS = 1000;

    /**
     * Returns the checked options of a user. Names and words may have any case. Ignores options of Spark, options with
     * a dot in their names, and {@linkplain #unknown unknown options}. Rejects values of other connectors' options that
     * Riffle does not support.
     *
     * <table>
     * <caption>Options</caption>
     * <tr><th>name</th><th>values, the default first</th></tr>
     * <tr><td>container</td><td>none; the name of an installed container</td></tr>
     * <tr><td>recordType</td><td>Example, SequenceExample, ExampleListWithContext, Bytes (or ByteArray)</td></tr>
     * <tr><td>mode</td><td>FAILFAST, PERMISSIVE, DROPMALFORMED</td></tr>
     * <tr><td>columnNameOfCorruptRecord</td><td>{@code defaultCorruptColumn}, any name</td></tr>
     * <tr><td>compression</td><td>none, gzip, zlib, snappy; of OFRecord files none, gzip; or a codec as below</td></tr>
     * <tr><td>codec</td><td>none, GzipCodec, DefaultCodec, DeflateCodec: classes of Hadoop</td></tr>
     * <tr><td>splittable</td><td>true, false</td></tr>
     * <tr><td>explodeExamples</td><td>false, true</td></tr>
     * <tr><td>flattenStructs</td><td>false, true</td></tr>
     * <tr><td>shardBytes</td><td>none, a size such as 134217728, 128m, 1g</td></tr>
     * <tr><td>inferFiles</td><td>10, any number of at least 1, all</td></tr>
     * <tr><td>inferRecords</td><td>1000, any number of at least 1, all</td></tr>
     * <tr><td>stringsAs</td><td>valid, never, always</td></tr>
     * <tr><td>widen</td><td>false, true</td></tr>
     * <tr><td>schemaSource</td><td>auto, manifest, sample, all</td></tr>
     * <tr><td>writeManifest</td><td>true, false</td></tr>
     * </table>
     *
     * @param defaultCorruptColumn the name of the corrupt-record column in the session, used if the user does not set a
     *     name
     * @throws IllegalArgumentException if an option has an invalid value, options contradict each other, or the name of
     *     an option is similar to a name in the table; the message names the option and its choices
     */
    public static RecordOptions of(
            RecordFormat format, Map<String, @Nullable String> options, String defaultCorruptColumn) {
        GivenOptions given = new GivenOptions(options);
        RecordOptions checked = of(format, given, defaultCorruptColumn);
        OptionNames.unknown(options, given.names());
        return checked;
    }

    /**
     * Returns the names of options that neither Riffle nor Spark has, in alphabetical order.
     *
     * @throws IllegalArgumentException if a name is similar to the name of an option
     */
    public static List<String> unknown(Map<String, @Nullable String> options) {
        return OptionNames.unknown(options, names());
    }

    /** Returns the names of all options, including the options of other connectors. */
    static Set<String> names() {
        GivenOptions none = new GivenOptions(Map.of());
        of(RecordFormat.TFRECORD, none, "none");
        return none.names();
    }

    private static RecordOptions of(RecordFormat format, GivenOptions given, String defaultCorruptColumn) {
        ConnectorOptions.check(given);
        SchemaSource schemaSource = SchemaSource.of(given);
        boolean all = schemaSource == SchemaSource.ALL;
        RecordOptions checked = new RecordOptions(
                format(format, given),
                recordType(given),
                isByteArray(given) ? BYTE_ARRAY : PAYLOAD,
                given.choice("mode", List.of(ReadMode.values()), Enum::name, ReadMode.FAILFAST),
                given.text("columnNameOfCorruptRecord", defaultCorruptColumn),
                WrittenCompression.of(given).name(),
                given.isTrue("splittable", true),
                given.isTrue("explodeExamples", false),
                given.isTrue("flattenStructs", false),
                given.bytesOrNone("shardBytes"),
                (int) given.countOrAll("inferFiles", Integer.MAX_VALUE, all ? Integer.MAX_VALUE : USUAL_FILES),
                given.countOrAll("inferRecords", Long.MAX_VALUE, all ? Long.MAX_VALUE : USUAL_RECORDS),
                given.choice("stringsAs", List.of(Strings.values()), Strings::optionValue, Strings.VALID),
                given.isTrue("widen", false),
                schemaSource,
                given.isTrue("writeManifest", true));
        checked.checkTogether();
        return checked;
    }

    /** Returns the format of the files: the format of the data source, or the container in the options. */
    static RecordFormat format(RecordFormat ofSource, GivenOptions given) {
        String container = given.textOrNull("container");
        if (container == null) {
            return ofSource;
        }
        List<RecordFormat> installed =
                RecordFormat.all().stream().filter(RecordFormat::isContainer).toList();
        if (installed.isEmpty()) {
            throw new IllegalArgumentException("option container: no container is installed, but the option is "
                    + container + "; add the artifact of the container to the session and its executors");
        }
        if (ofSource != RecordFormat.TFRECORD) {
            throw new IllegalArgumentException("option container: containers have no " + ofSource.title()
                    + " messages; use format(\"tfrecord\"), or omit the option");
        }
        return given.choice("container", installed, each -> each.name().toLowerCase(Locale.ROOT), ofSource);
    }

    /** Returns the advice that selects a format. */
    public static String selecting(RecordFormat format) {
        String name = format.name().toLowerCase(Locale.ROOT);
        return format.isContainer() ? "set option container to " + name : "read it with format(\"" + name + "\")";
    }

    private static RecordType recordType(GivenOptions given) {
        return isByteArray(given)
                ? RecordType.BYTES
                : given.choice("recordType", List.of(RecordType.values()), RecordType::optionValue, RecordType.EXAMPLE);
    }

    private static boolean isByteArray(GivenOptions given) {
        return given.text("recordType", "").equalsIgnoreCase(BYTE_ARRAY);
    }

    /** Returns whether a column may have this name in a table of records of bytes. */
    public static boolean isPayload(String column) {
        return column.equals(PAYLOAD) || column.equals(BYTE_ARRAY);
    }

    private void checkTogether() {
        if (corruptColumn.isEmpty()) {
            throw new IllegalArgumentException(
                    "option columnNameOfCorruptRecord must not be empty; omit it to use the session's name");
        }
        if (explodesExamples && recordType != RecordType.EXAMPLE_LIST_WITH_CONTEXT) {
            throw new IllegalArgumentException(
                    "option explodeExamples: expected recordType ExampleListWithContext, found "
                            + recordType.optionValue() + "; set recordType, or omit explodeExamples");
        }
        if (!format.hasExamples() && recordType != RecordType.EXAMPLE && recordType != RecordType.BYTES) {
            throw new IllegalArgumentException("option recordType: expected Example or Bytes for OFRecord files, found "
                    + recordType.optionValue() + "; only TFRecord files have "
                    + (recordType == RecordType.SEQUENCE_EXAMPLE ? "feature lists" : "lists of Examples"));
        }
        if (!format.supports(Compression.of(compression))) {
            throw new IllegalArgumentException("option compression: expected " + WrittenCompression.words(format)
                    + " for " + format.title() + " files, found " + compression.toLowerCase(Locale.ROOT));
        }
    }

    /** Lists the conditions under which bytes become strings. */
    public enum Strings {
        /** Bytes become strings if all sampled values are text in UTF-8. */
        VALID,
        NEVER,
        /** Bytes always become strings. A value that is not text makes its record bad. */
        ALWAYS;

        /** Returns the word of this choice in the option. */
        String optionValue() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
