package dev.riffle.parse;

import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.Partition.RowLengths;
import dev.riffle.parse.Partition.RowLimits;
import dev.riffle.parse.Partition.RowSplits;
import dev.riffle.parse.Partition.RowStarts;
import dev.riffle.parse.Partition.UniformRowLength;
import dev.riffle.parse.Partition.ValueRowIds;
import dev.riffle.parse.PlainParser.Form;
import dev.riffle.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Divides lists of values into nested lists by the partitions of a ragged feature, and converts them to a tensor. */
final class PlainRows {

    /** The largest accepted row id. The tests treat larger row ids as invalid. */
    private static final int MOST_ROWS = 10_000;

    private final Ragged spec;
    private final Form form;

    /** The number of innermost partitions that are uniform. They become dimensions of the values. */
    private final int uniform;

    PlainRows(Ragged spec, Form form) {
        this.spec = spec;
        this.form = form;
        int count = 0;
        List<Partition> partitions = spec.partitions();
        while (count < partitions.size() && partitions.get(partitions.size() - 1 - count) instanceof UniformRowLength) {
            count++;
        }
        this.uniform = count;
    }

    /** Returns the keys that the partitions read. */
    static List<String> keys(Ragged spec) {
        return spec.partitions().stream()
                .map(PlainRows::key)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> key(Partition partition) {
        if (partition instanceof RowSplits splits) {
            return Optional.of(splits.key());
        } else if (partition instanceof RowLengths lengths) {
            return Optional.of(lengths.key());
        } else if (partition instanceof RowStarts starts) {
            return Optional.of(starts.key());
        } else if (partition instanceof RowLimits limits) {
            return Optional.of(limits.key());
        } else if (partition instanceof ValueRowIds ids) {
            return Optional.of(ids.key());
        }
        return Optional.empty();
    }

    /** Returns whether the values of a batch cannot fill the rows of the innermost uniform partitions. */
    boolean isIndivisible(List<List<Object>> values) {
        long total = values.stream().mapToLong(List::size).sum();
        List<Partition> partitions = spec.partitions();
        for (int i = 1; i <= uniform; i++) {
            long length = ((UniformRowLength) partitions.get(partitions.size() - i)).length();
            if (total % length != 0) {
                return true;
            }
            total /= length;
        }
        return false;
    }

    /** Returns the values as nested lists of rows; empty if a partition does not match the number of values. */
    Optional<List<?>> nested(List<Object> values, Map<String, List<Object>> partitions) {
        List<?> items = values;
        for (int i = spec.partitions().size() - 1; i >= 0; i--) {
            Partition partition = spec.partitions().get(i);
            List<Long> numbers = key(partition).map(partitions::get).orElse(List.of()).stream()
                    .map(number -> spec.rowSplitsDType() == DType.INT32 ? (int) (long) (Long) number : (Long) number)
                    .toList();
            List<Integer> ends = ends(partition, numbers, items.size());
            if (ends == null) {
                return Optional.empty();
            }
            List<List<?>> rows = new ArrayList<>();
            int begin = 0;
            for (int end : ends) {
                if (end < begin || end > items.size()) {
                    return Optional.empty();
                }
                rows.add(items.subList(begin, end));
                begin = end;
            }
            if (begin != items.size()) {
                return Optional.empty();
            }
            items = rows;
        }
        return Optional.of(items);
    }

    /** Returns the ends of the rows; null if the numbers do not define valid ends. */
    private @Nullable List<Integer> ends(Partition partition, List<Long> numbers, int items) {
        long most = partition instanceof ValueRowIds ? MOST_ROWS : items;
        if (numbers.stream().anyMatch(number -> number < 0 || number > most)) {
            return null;
        }
        List<Integer> ints = numbers.stream().map(Long::intValue).toList();
        if (partition instanceof RowSplits) {
            if (form == Form.SINGLE && (ints.isEmpty() || ints.get(0) != 0)) {
                return null;
            }
            // For a batch, TensorFlow uses the splits as row limits and ignores the first split.
            return ints.isEmpty() ? ints : ints.subList(1, ints.size());
        } else if (partition instanceof RowLimits) {
            return ints;
        } else if (partition instanceof RowLengths) {
            List<Integer> ends = new ArrayList<>();
            long end = 0;
            for (int length : ints) {
                end += length;
                ends.add((int) Math.min(end, items + 1L));
            }
            return ends;
        } else if (partition instanceof RowStarts) {
            if (ints.isEmpty()) {
                return ints;
            }
            List<Integer> ends = new ArrayList<>(ints.subList(1, ints.size()));
            ends.add(items);
            return ints.get(0) == 0 ? ends : null;
        } else if (partition instanceof ValueRowIds) {
            if (ints.size() != items || !ints.stream().sorted().toList().equals(ints)) {
                return null;
            }
            int rows = items == 0 ? 0 : ints.get(items - 1) + 1;
            return IntStream.range(0, rows)
                    .mapToObj(row -> (int) ints.stream().filter(id -> id <= row).count())
                    .toList();
        }
        int length = ((UniformRowLength) partition).length();
        if (items % length != 0) {
            return null;
        }
        return IntStream.rangeClosed(1, items / length)
                .mapToObj(row -> row * length)
                .toList();
    }

    /**
     * Returns the rows as a tensor.
     *
     * @param root the entries of the outermost dimension
     * @param outer the number of levels of lists between the root and the results of {@link #nested}
     */
    ExpectedTensor tensor(List<?> root, int outer) {
        int levels = outer + spec.partitions().size() - uniform;
        List<List<Long>> splits = new ArrayList<>();
        List<?> items = root;
        for (int level = 0; level < levels; level++) {
            List<Long> ends = new ArrayList<>(List.of(0L));
            items = flattened(items, ends);
            splits.add(ends);
        }
        List<Long> inner = new ArrayList<>();
        long entries = items.size();
        for (Partition partition : spec.partitions()
                .subList(spec.partitions().size() - uniform, spec.partitions().size())) {
            inner.add((long) ((UniformRowLength) partition).length());
            items = flattened(items, new ArrayList<>());
        }
        List<Object> values = List.copyOf(items);
        if (levels == 0) {
            inner.add(0, entries);
            return ExpectedTensor.dense(spec.dtype(), inner, values);
        }
        return ExpectedTensor.ragged(spec.dtype(), inner, values, splits);
    }

    private static List<?> flattened(List<?> rows, List<Long> ends) {
        List<Object> items = new ArrayList<>();
        for (Object row : rows) {
            items.addAll((List<?>) row);
            ends.add((long) items.size());
        }
        return items;
    }
}
