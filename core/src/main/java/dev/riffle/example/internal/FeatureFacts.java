package dev.riffle.example.internal;

import dev.riffle.example.Kind;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The facts about one feature or feature list in some records. A feature is one step of its record, and a feature list
 * has any number of steps. The steps of a record count when the record ends.
 */
public final class FeatureFacts implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final Kind[] KINDS = Kind.values();

    /** The first record with each kind, and the first record with a step without a kind. */
    private final Map<Kind, RecordPlace> places = new EnumMap<>(Kind.class);

    private long records;
    private int fewestSteps = Integer.MAX_VALUE;
    private int mostSteps;
    private int fewestValues = Integer.MAX_VALUE;
    private int mostValues;
    private boolean text = true;

    private transient boolean begun;
    private transient int newKinds;
    private transient int newSteps;
    private transient int newFewest;
    private transient int newMost;
    private transient boolean newText;

    /** Begins the current record, or drops its steps if it has begun, because the last occurrence of a name counts. */
    public FeatureFacts begin() {
        begun = true;
        newKinds = 0;
        newSteps = 0;
        newFewest = Integer.MAX_VALUE;
        newMost = 0;
        newText = true;
        return this;
    }

    boolean hasBegun() {
        return begun;
    }

    /**
     * Adds a feature, or a step of a feature list, of the current record.
     *
     * @param isText whether no value is a byte string that is not UTF-8
     */
    public void step(Kind kind, int values, boolean isText) {
        newKinds |= 1 << kind.ordinal();
        newSteps++;
        if (kind != Kind.NOT_SET) {
            newFewest = Math.min(newFewest, values);
            newMost = Math.max(newMost, values);
            newText &= isText;
        }
    }

    /** Closes the current record after {@link #end}, or drops its steps. */
    void close() {
        begun = false;
    }

    /** Ends the current record. */
    public void end(RecordPlace place) {
        for (Kind kind : KINDS) {
            if ((newKinds & 1 << kind.ordinal()) != 0) {
                places.putIfAbsent(kind, place);
            }
        }
        add(1, newSteps, newSteps, newFewest, newMost, newText);
    }

    private void add(long more, int leastSteps, int largestSteps, int leastValues, int largestValues, boolean isText) {
        records += more;
        fewestSteps = Math.min(fewestSteps, leastSteps);
        mostSteps = Math.max(mostSteps, largestSteps);
        fewestValues = Math.min(fewestValues, leastValues);
        mostValues = Math.max(mostValues, largestValues);
        text &= isText;
    }

    /** Adds the facts of other records. */
    void merge(FeatureFacts other) {
        other.places.forEach((kind, place) -> places.merge(kind, place, RecordPlace::first));
        add(other.records, other.fewestSteps, other.mostSteps, other.fewestValues, other.mostValues, other.text);
    }

    /**
     * Returns the kinds with the first record of each, in the order of these records. At least one, because a survey
     * returns no other facts.
     */
    public List<Map.Entry<Kind, RecordPlace>> kinds() {
        return places.entrySet().stream()
                .filter(seen -> seen.getKey() != Kind.NOT_SET)
                .sorted(Map.Entry.comparingByValue())
                .toList();
    }

    /** Returns the kind of the first record in which the feature has one. */
    public Kind kind() {
        return kinds().get(0).getKey();
    }

    /** Returns whether any step has a kind. */
    boolean hasKind() {
        return places.size() > (places.containsKey(Kind.NOT_SET) ? 1 : 0);
    }

    /** Returns whether steps have different kinds. Steps without a kind do not count. */
    public boolean isContradictory() {
        return places.size() > (places.containsKey(Kind.NOT_SET) ? 2 : 1);
    }

    /** Returns the kinds and their places as a text such as "int64_list in f: record 0 at offset 0, but ...". */
    public String contradiction() {
        return kinds().stream()
                .map(seen -> seen.getKey().fieldName() + " in " + seen.getValue())
                .collect(Collectors.joining(", but "));
    }

    /** Returns the first record in which the feature has a kind. */
    public RecordPlace first() {
        return kinds().get(0).getValue();
    }

    /** Returns the number of records that have the feature, with or without a kind. */
    public long records() {
        return records;
    }

    /** Returns the smallest number of steps in a record. */
    public int fewestSteps() {
        return fewestSteps;
    }

    /** Returns the largest number of steps in a record. */
    public int mostSteps() {
        return mostSteps;
    }

    /** Returns the smallest number of values in a step; 0 if a step has no kind, or if there are no steps. */
    public int fewestValues() {
        return places.containsKey(Kind.NOT_SET) ? 0 : Math.min(fewestValues, mostValues);
    }

    /** Returns the largest number of values in a step. */
    public int mostValues() {
        return mostValues;
    }

    /** Returns whether each step with a kind has exactly one value. */
    public boolean isSingle() {
        return fewestValues == 1 && mostValues == 1;
    }

    /** Returns whether all byte strings are UTF-8. */
    public boolean isText() {
        return text;
    }

    /** Returns whether byte strings of the current record can still change {@link #isText}. */
    boolean mayBeText() {
        return text && newText;
    }
}
