package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.collate.Described;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The description of a stage for one purpose: the name of its operation, and its arguments in order. */
public final class Description {

    /** What a description is for. It decides which arguments the description contains. */
    public enum Purpose {
        /** An explanation for a reader. Contains all arguments, with the current files. */
        EXPLANATION,
        /** A checkpoint. Contains the arguments that determine the elements, with the files at the begin of the run. */
        CHECKPOINT,
        /** The comparison with a checkpoint. Contains the same arguments, with the current files. */
        RESUME
    }

    /** An argument with a text for each purpose. */
    public interface Argument {

        String text(Purpose purpose);
    }

    private final Purpose purpose;
    private final String operation;
    private final StringJoiner arguments = new StringJoiner(", ", "(", ")").setEmptyValue("");
    private String end = "";

    Description(String operation, Purpose purpose) {
        this.operation = operation;
        this.purpose = purpose;
    }

    public boolean isFor(Purpose other) {
        return purpose == other;
    }

    /** Adds an argument that determines the elements. */
    public Description with(Object argument) {
        arguments.add(argument instanceof Argument own ? own.text(purpose) : argument.toString());
        return this;
    }

    /** Adds an argument that determines the elements, unless it has its default. */
    public Description with(boolean isSet, Object argument) {
        return isSet ? with(argument) : this;
    }

    /** Adds a collator or a splitter. */
    public Description function(Object function) {
        return with(purpose == Purpose.EXPLANATION ? Described.explained(function) : Described.of(function));
    }

    /** Adds an argument that does not determine the elements, only to an explanation. Null adds nothing. */
    public Description shown(@Nullable Object argument) {
        return argument != null && purpose == Purpose.EXPLANATION ? with(argument) : this;
    }

    /** Appends a text after the arguments. */
    public Description then(String text) {
        end += text;
        return this;
    }

    @Override
    public String toString() {
        return operation + arguments + end;
    }
}
