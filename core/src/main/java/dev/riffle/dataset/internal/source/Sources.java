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
 * Creates the nodes of sources without further options. Nodes with options, such as {@link RecordNode}, are public and
 * have methods for these options.
 */
public final class Sources {

    private Sources() {}

    /** Returns the elements of a list. Later changes of the list have no effect. */
    public static <T> Node<T> list(String name, List<? extends T> elements) {
        return new ListNode<>(name, elements);
    }

    /** Like {@link #list(String, List)}, with a spec of the elements. */
    public static <T> Node<T> list(String name, List<? extends T> elements, ElementSpec spec) {
        return new ListNode<>(name, elements, spec);
    }

    /** Returns the elements of a list that never changes and computes its elements on demand. */
    public static <T> Node<T> slices(List<? extends T> elements, ElementSpec spec) {
        return ListNode.slices(elements, spec);
    }

    /** Returns the slices of a tensor along its first dimension. */
    public static Node<Tensor> slices(Tensor tensor) {
        return ListNode.slices(tensor);
    }

    /** Returns maps of the slices of several tensors. */
    public static Node<Map<String, Tensor>> slices(Map<String, ? extends Tensor> tensors) {
        return ListNode.slices(tensors);
    }

    /** Returns every {@code step}-th number from {@code start}, inclusive, to {@code stop}, exclusive. */
    public static Node<Long> range(long start, long stop, long step) {
        return new RangeNode(start, stop, step);
    }

    /** Returns the elements of the iterator that each pass gets from the generator. */
    public static <T> Node<T> generator(Callable<? extends Iterator<? extends T>> generator) {
        return new GeneratorNode<>(generator);
    }

    /** Returns the files of {@code ordered}, in its order. */
    public static Node<Path> fileList(List<Path> files, Node<Path> ordered) {
        return new FileListNode(files, ordered);
    }

    /** Returns the lines of files. */
    public static Node<String> lines(FileSet files, Compression compression) {
        return TextLineNode.of(files, compression);
    }

    /** Returns the lines of the files that {@code given} delivers; {@code lines} computes them. */
    public static Node<String> linesOfGiven(Node<?> given, Compression compression, Node<String> lines) {
        return TextLineNode.given(given, compression, lines);
    }
}
