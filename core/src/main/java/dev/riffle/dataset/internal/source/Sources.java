package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.Compression;
import dev.riffle.tensor.Tensor;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Creates nodes for sources without further options. Nodes with options, such as {@link RecordNode}, are public and
 * have methods for these options.
 */
public final class Sources {

    private Sources() {}

    /** Returns a node of the elements of a list. Later changes of the list have no effect. */
    public static <T> Node<T> list(String name, List<? extends T> elements) {
        return new ListNode<>(name, elements);
    }

    /** Like {@link #list(String, List)}, with a spec of the elements. */
    public static <T> Node<T> list(String name, List<? extends T> elements, ElementSpec spec) {
        return new ListNode<>(name, elements, spec);
    }

    /** Returns a node of the elements of a list. The list must never change, and it computes its elements on demand. */
    public static <T> Node<T> slices(List<? extends T> elements, ElementSpec spec) {
        return ListNode.slices(elements, spec);
    }

    /** Returns a node of the slices of a tensor along its first dimension. */
    public static Node<Tensor> slices(Tensor tensor) {
        return ListNode.slices(tensor);
    }

    /** Returns a node of maps of the slices of several tensors. */
    public static Node<Map<String, Tensor>> slices(Map<String, ? extends Tensor> tensors) {
        return ListNode.slices(tensors);
    }

    /** Returns a node of every {@code step}-th number from {@code start}, inclusive, to {@code stop}, exclusive. */
    public static Node<Long> range(long start, long stop, long step) {
        return new RangeNode(start, stop, step);
    }

    /** Returns a node of the elements of a generator. Each pass calls the generator for a new iterator. */
    public static <T> Node<T> generator(Callable<? extends Iterator<? extends T>> generator) {
        return new GeneratorNode<>(generator);
    }

    /** Returns a node of files in the order of {@code ordered}. */
    public static Node<Path> fileList(List<Path> files, Node<Path> ordered) {
        return new FileListNode(files, ordered);
    }

    /** Returns a node of the lines of files. */
    public static Node<String> lines(FileSet files, Compression compression) {
        return TextLineNode.of(files, compression);
    }

    /** Returns a node of the lines of the files that {@code given} delivers. {@code lines} computes the lines. */
    public static Node<String> linesOfGiven(Node<?> given, Compression compression, Node<String> lines) {
        return TextLineNode.given(given, compression, lines);
    }
}
