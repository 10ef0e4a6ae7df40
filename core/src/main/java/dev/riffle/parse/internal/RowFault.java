package dev.riffle.parse.internal;

import dev.riffle.RecordFormat;
import dev.riffle.example.FeatureWarning;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.NameCheck;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.SimilarNames;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Thrown for an invalid row. The caller adds the origin of the record. */
public final class RowFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final String NO_FEATURE = "no such feature";
    private static final String NO_LIST = "no such list";

    @SuppressWarnings("serial") // never serialized: parsers catch it
    private final ParseFault fault;

    private RowFault(ParseFault fault, MalformedMessageException cause) {
        super(null, cause, false, false);
        this.fault = fault;
    }

    private RowFault(ParseFault fault) {
        super(null, null, false, false);
        this.fault = fault;
    }

    public static RowFault of(ParseFault fault) {
        return new RowFault(fault);
    }

    public ParseFault fault() {
        return fault;
    }

    public static RowFault malformed(MalformedMessageException e) {
        return new RowFault(
                new ParseFault(
                        null,
                        "a valid " + e.messageName(),
                        "malformed bytes: at byte " + e.offset() + ": " + e.reason(),
                        ""),
                e);
    }

    static RowFault otherKind(Column column, Kind kind, int count) {
        return new RowFault(new ParseFault(
                column.plan.key(),
                column.expected(),
                kind.fieldName() + " of " + values(count),
                "if the data is correct, use " + ColumnPlan.dtypeOf(kind) + " in the spec"));
    }

    static RowFault inexact(ColumnPlan plan, long number) {
        return new RowFault(new ParseFault(
                plan.key(),
                "a number that a float64 represents exactly",
                "the int64 " + number,
                "if the data is correct, use int64 in the spec"));
    }

    static RowFault spellings(ColumnPlan plan, String one, String other) {
        return new RowFault(new ParseFault(
                plan.key(),
                "one spelling of the name",
                '"' + one + "\" and \"" + other + '"',
                "use a parser that does not ignore case"));
    }

    static RowFault otherCount(ColumnPlan plan, int count) {
        String expected = plan.width() == ColumnPlan.Width.FIXED ? "" : "a multiple of ";
        return new RowFault(new ParseFault(
                plan.key(),
                expected + values(plan.count()),
                values(count),
                "change the shape in the spec, or accept any number with VarLen or Ragged"));
    }

    public static RowFault missing(ColumnPlan plan, boolean isPresent) {
        return new RowFault(new ParseFault(
                plan.key(),
                values(plan.count()) + " of " + plan.dtype(),
                isPresent ? "a feature whose kind is not set" : NO_FEATURE,
                plan.count() == 0
                        ? "accept any number with VarLen or Ragged"
                        : "add a default to the spec, or accept any number with VarLen or Ragged"));
    }

    /** Returns this fault of a missing feature or list with the similar names of the record, if it has such names. */
    RowFault withSimilar(Collection<String> names) {
        String key = String.valueOf(fault.key());
        List<String> similar = SimilarNames.of(key, names);
        if (similar.isEmpty()
                || !fault.found().equals(NO_FEATURE) && !fault.found().equals(NO_LIST)) {
            return this;
        }
        String byCase = similar.stream().anyMatch(key::equalsIgnoreCase) ? NameCheck.BY_CASE : fault.remedy();
        FeatureWarning meant = new FeatureWarning(key, fault.found(), similar, byCase);
        return new RowFault(new ParseFault(key, fault.expected(), fault.found(), meant.advice()));
    }

    /** Returns the fault of a feature without a kind that counts as an empty list. No default replaces such a list. */
    static RowFault unset(ColumnPlan plan) {
        return new RowFault(new ParseFault(
                plan.key(),
                values(plan.count()) + " of " + plan.dtype(),
                "a feature whose kind is not set",
                "accept any number with VarLen or Ragged"));
    }

    /** Returns this fault of an Example. If a feature is missing in a SequenceExample, the fault names this type. */
    public RowFault ofExample(byte[] array, int from, int to) {
        boolean isSequence = fault.found().equals(NO_FEATURE)
                && PayloadKind.otherThanExample(Arrays.copyOfRange(array, from, to), RecordFormat.TFRECORD)
                        .equals(Optional.of(PayloadKind.SEQUENCE_EXAMPLE));
        return isSequence
                ? new RowFault(new ParseFault(
                        fault.key(),
                        fault.expected(),
                        NO_FEATURE + ", but a SequenceExample",
                        "use SequenceExampleParser"))
                : this;
    }

    /** Returns this fault for a step of a feature list. */
    RowFault atStep(int step) {
        return new RowFault(new ParseFault(
                fault.key(), fault.expected() + " in each step", fault.found() + " in step " + step, fault.remedy()));
    }

    static RowFault missingList(ColumnPlan plan) {
        return new RowFault(new ParseFault(plan.key(), "a feature list", NO_LIST, "allow a missing list in the spec"));
    }

    public static RowFault otherIndexCount(String key, String valueKey, int values, String indexKey, int indices) {
        return new RowFault(new ParseFault(
                key,
                values + (values == 1 ? " index" : " indices") + " in \"" + indexKey + "\", one for each value in \""
                        + valueKey + "\"",
                indices + (indices == 1 ? " index" : " indices"),
                "if the features are independent, parse both as VarLen"));
    }

    private static String values(int count) {
        return count + (count == 1 ? " value" : " values");
    }
}
