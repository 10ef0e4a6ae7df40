package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.SourcePart;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The engine's form of a source or an operation. A node has input nodes and opens the stages that run it. It defines
 * which values a checkpoint compares and keeps. {@link dev.riffle.dataset.Dataset} is its public form. Immutable,
 * except for the state that the iterators of a node share.
 */
public abstract class Node<T> {

    public static final long INFINITE_CARDINALITY = -1;

    public static final long UNKNOWN_CARDINALITY = -2;

    private final String name;
    private final ElementSpec spec;
    private final List<Node<?>> inputs;

    /** Creates a node without inputs whose elements have no known spec. */
    public Node(String name) {
        this(name, ElementSpec.unknown());
    }

    /** Creates a node without inputs. */
    public Node(String name, ElementSpec spec) {
        this(name, spec, List.of());
    }

    public Node(String name, ElementSpec spec, List<? extends Node<?>> inputs) {
        this.name = name;
        this.spec = spec;
        this.inputs = List.copyOf(inputs);
    }

    /**
     * Returns the number of elements, {@link #INFINITE_CARDINALITY} or {@link #UNKNOWN_CARDINALITY}, which is the
     * default. Reads no element.
     */
    public long cardinality() {
        return UNKNOWN_CARDINALITY;
    }

    /**
     * Returns the first stage that makes this dataset infinite. Empty if the dataset can end, unless by an exception.
     * Some datasets of infinite cardinality can end, and some infinite datasets have an unknown cardinality.
     */
    public Optional<Node<?>> endlessStage() {
        if (cardinality() >= 0) {
            return Optional.empty();
        }
        for (Node<?> input : inputs) {
            Optional<Node<?>> stage = input.endlessStage();
            if (stage.isPresent()) {
                return stage;
            }
        }
        return isEndless() ? Optional.of(this) : Optional.empty();
    }

    /** Returns whether this stage never ends although its inputs end. */
    protected boolean isEndless() {
        return cardinality() == INFINITE_CARDINALITY
                && inputs.stream().noneMatch(input -> input.cardinality() == INFINITE_CARDINALITY);
    }

    /** Throws {@link IllegalStateException} if an operation that needs all elements would never end. */
    public final void checkEnds(String operation) {
        endlessStage().ifPresent(stage -> {
            throw new IllegalStateException(operation + " would never end, because "
                    + stage.description(Description.Purpose.EXPLANATION)
                    + " is infinite; limit the dataset with take(n)");
        });
    }

    /**
     * Returns the size of the files that this node reads in one pass, without its inputs. Empty if the files or their
     * sizes are unknown. Reads no element.
     */
    public OptionalLong sourceBytes() {
        return OptionalLong.of(0);
    }

    /** Returns the known part of the elements' spec. */
    public final ElementSpec elementSpec() {
        return spec;
    }

    /** Returns the name of this stage in messages. */
    public final String name() {
        return name;
    }

    /** Returns the node without its added name, or this node if it adds no name. */
    public Node<T> unnamed() {
        return this;
    }

    /** Returns the description of this stage. Stages with equal descriptions accept each other's checkpoints. */
    public final String description(Description.Purpose purpose) {
        Description description = new Description(unnamed().name(), purpose);
        describe(description);
        return description.toString();
    }

    /** Adds the arguments of this stage to its description. */
    protected void describe(Description description) {}

    /** Returns the input nodes. */
    public final List<Node<?>> inputs() {
        return inputs;
    }

    /** Starts a run of this stage and draws its seeds. {@link Run#open} opens the inputs. */
    public abstract Stage<T> open(Run run) throws Exception;

    /**
     * Computes elements again, in the order of {@code lineages}. The lineages must come from a stage of this dataset.
     */
    public abstract List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception;

    /** Returns the record of the element with this lineage, or empty if the element has no known record. */
    public Optional<SourcePart> origin(ElementLineage lineage) {
        // A replayed lineage belongs to this stage. The input cannot interpret this lineage.
        return inputs().size() == 1 && !(lineage instanceof ElementLineage.Replayed)
                ? inputs().get(0).origin(lineage)
                : Optional.empty();
    }

    /**
     * Returns how a later stage numbers the elements. By default, the stage counts the elements. The first divided
     * input determines the numbers, so that workers have different numbers.
     */
    public Numbering numbering() {
        for (Node<?> input : inputs()) {
            Numbering numbering = input.numbering().counted();
            if (!numbering.equals(Numbering.UNDIVIDED)) {
                return numbering;
            }
        }
        return Numbering.UNDIVIDED;
    }

    /** Returns what the iterators of this dataset share. Empty if they share nothing. */
    public Optional<? extends NodeMemory> memory() {
        return Optional.empty();
    }

    /** Returns the seeds that determine the order of the elements. */
    public List<Seed> drawsFrom() {
        return memory().stream()
                .flatMap(memory -> memory instanceof SeedGenerator seeds ? Stream.of(seeds.seed()) : Stream.empty())
                .toList();
    }

    /** Returns a node that repeats all passes of this node, if this node has a special form for repetition. */
    public Optional<Node<T>> repeated(long times) {
        return Optional.empty();
    }
}
