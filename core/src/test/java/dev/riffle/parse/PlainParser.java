package dev.riffle.parse;

import dev.riffle.example.Dialect;
import dev.riffle.parse.FeatureSpec.FixedLen;
import dev.riffle.parse.FeatureSpec.FixedLenSequence;
import dev.riffle.parse.FeatureSpec.Missing;
import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.Sparse;
import dev.riffle.parse.FeatureSpec.VarLen;
import dev.riffle.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the required results of the parser in a simple way. protobuf-java reads the messages, each value is an
 * object, and each row is a list. This parser reports every fault of a batch, not only the first one.
 * {@code PlainParserTest} compares it with TensorFlow's results.
 */
final class PlainParser {

    /** The form of the result. */
    enum Form {
        /** Any number of payloads, with a batch dimension. */
        BATCH,
        /** One payload, without a batch dimension. */
        SINGLE
    }

    /**
     * A fault of a payload.
     *
     * @param example the number of the payload
     * @param keys the keys that an exception can name; empty if the bytes are not a message
     */
    record Fault(int example, Set<String> keys, Rule rule) {
        Fault(int example, Set<String> keys) {
            this(example, keys, Rule.REFERENCE);
        }
    }

    /** Names the source of the rule that causes a rejection. */
    enum Rule {
        /** Both TensorFlow and Riffle reject the payload. */
        REFERENCE,
        /**
         * Only Riffle rejects the payload: an Example has different numbers of indices and values for a sparse feature.
         * TensorFlow compares only the totals of the batch, and then pairs values of one Example with indices of
         * another.
         */
        STRICTER
    }

    /**
     * The result for a batch.
     *
     * @param examples the number of payloads
     * @param tensors by name; complete only without faults
     * @param lengths the numbers of steps of FixedLenSequence lists by name, only for a batch of SequenceExamples
     * @param unchecked the features without an expected result, with the keys that can be at fault. These are ragged
     *     features whose partitions do not fit the values of each Example. TensorFlow validates only the batch, if at
     *     all
     */
    record Outcome(
            int examples,
            Map<String, ExpectedTensor> tensors,
            Map<String, ExpectedTensor> lists,
            Map<String, ExpectedTensor> lengths,
            Map<String, Set<String>> unchecked,
            List<Fault> faults) {

        boolean rejected() {
            return !faults.isEmpty();
        }

        /** Returns whether only Riffle's own rules reject the batch. */
        boolean rejectedOnlyByOwnRules() {
            return rejected() && faults.stream().allMatch(fault -> fault.rule() == Rule.STRICTER);
        }

        boolean malformed() {
            return faults.stream().anyMatch(fault -> fault.keys().isEmpty());
        }

        /** Returns whether a rejection is among the expected ones, or concerns a feature without an expected result. */
        boolean explains(ExampleParseException e) {
            if (e.key().isPresent()
                    && e.batchIndex() >= 0
                    && e.batchIndex() < examples
                    && unchecked.values().stream()
                            .anyMatch(keys -> keys.contains(e.key().get()))) {
                return true;
            }
            return faults.stream()
                    .filter(fault -> fault.example() == e.batchIndex())
                    .anyMatch(fault -> fault.keys().isEmpty()
                            || e.key().map(fault.keys()::contains).orElse(false));
        }
    }

    private final Form form;
    private final Outcome outcome;

    private PlainParser(Form form, int examples) {
        this.form = form;
        this.outcome = new Outcome(
                examples,
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new ArrayList<>());
    }

    /** Parses Examples or OFRecords. */
    static Outcome parse(Map<String, FeatureSpec> specs, Dialect dialect, List<byte[]> payloads, Form form) {
        PlainParser parser = new PlainParser(form, payloads.size());
        List<PlainFeature.Message> messages = parser.messages(payloads.stream()
                .map(dialect == Dialect.TENSORFLOW ? PlainFeature::ofExample : PlainFeature::ofOfRecord)
                .toList());
        specs.forEach((name, spec) -> parser.feature(name, spec, messages, false));
        return parser.outcome;
    }

    /** Parses SequenceExamples. */
    static Outcome parseSequence(
            Map<String, FeatureSpec> context, Map<String, FeatureSpec> lists, List<byte[]> payloads, Form form) {
        PlainParser parser = new PlainParser(form, payloads.size());
        List<PlainFeature.Message> messages = parser.messages(
                payloads.stream().map(PlainFeature::ofSequenceExample).toList());
        context.forEach((name, spec) -> parser.feature(name, spec, messages, true));
        lists.forEach((name, spec) -> parser.list(name, spec, messages));
        return parser.outcome;
    }

    private List<PlainFeature.Message> messages(List<PlainFeature.@Nullable Message> payloads) {
        List<PlainFeature.Message> messages = new ArrayList<>();
        for (int i = 0; i < payloads.size(); i++) {
            PlainFeature.Message message = payloads.get(i);
            if (message == null) {
                fault(i);
            }
            messages.add(message == null ? new PlainFeature.Message(Map.of(), Map.of()) : message);
        }
        return messages;
    }

    private void fault(int example, String... keys) {
        outcome.faults().add(new Fault(example, new LinkedHashSet<>(Arrays.asList(keys))));
    }

    // ---------------------------------------------------------------- features of Examples and contexts

    private void feature(String name, FeatureSpec spec, List<PlainFeature.Message> messages, boolean context) {
        int before = outcome.faults().size();
        Optional<ExpectedTensor> tensor = spec.accept(new Features(name, messages, context));
        if (outcome.faults().size() == before) {
            tensor.ifPresent(made -> outcome.tensors().put(name, made));
        }
    }

    private final class Features implements FeatureSpec.Visitor<Optional<ExpectedTensor>> {

        private final String name;
        private final List<PlainFeature.Message> messages;
        private final boolean context;

        Features(String name, List<PlainFeature.Message> messages, boolean context) {
            this.name = name;
            this.messages = messages;
            this.context = context;
        }

        @Override
        public Optional<ExpectedTensor> visitFixedLen(FixedLen spec) {
            return Optional.of(fixedLen(name, spec, messages, context));
        }

        @Override
        public Optional<ExpectedTensor> visitFixedLenSequence(FixedLenSequence spec) {
            return Optional.of(fixedLenSequence(name, spec, messages));
        }

        @Override
        public Optional<ExpectedTensor> visitVarLen(VarLen spec) {
            return Optional.of(varLen(spec.dtype(), rows(name, name, spec.dtype(), messages)));
        }

        @Override
        public Optional<ExpectedTensor> visitSparse(Sparse spec) {
            return Optional.of(sparse(name, spec, messages));
        }

        @Override
        public Optional<ExpectedTensor> visitRagged(Ragged spec) {
            return ragged(name, spec, messages);
        }
    }

    private ExpectedTensor fixedLen(String name, FixedLen spec, List<PlainFeature.Message> messages, boolean context) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            PlainFeature feature = messages.get(i).context().get(name);
            boolean isMissing = feature == null || feature.dtype() == null && !context;
            if (isMissing && spec.defaultValue().isPresent() && spec.shape().elements() > 0) {
                values.addAll(ExpectedTensor.values(spec.defaultValue().get()));
            } else if (isMissing
                    || feature.dtype() != null && feature.dtype() != spec.dtype()
                    || feature.values().size() != spec.shape().elements()) {
                fault(i, name);
            } else {
                values.addAll(feature.values());
            }
        }
        if (context
                && messages.isEmpty()
                && spec.defaultValue().isEmpty()
                && spec.shape().elements() > 0) {
            fault(-1, name);
        }
        return ExpectedTensor.dense(spec.dtype(), shape(leading(messages.size()), dims(spec.shape())), values);
    }

    private ExpectedTensor fixedLenSequence(String name, FixedLenSequence spec, List<PlainFeature.Message> messages) {
        List<List<Object>> rows = rows(name, name, spec.dtype(), messages);
        long step = spec.shape().elements();
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).size() % step != 0) {
                fault(i, name);
            }
        }
        return padded(spec, rows);
    }

    private ExpectedTensor padded(FixedLenSequence spec, List<List<Object>> rows) {
        int most = rows.stream().mapToInt(List::size).max().orElse(0);
        Object padding =
                spec.padding().map(value -> ExpectedTensor.values(value).get(0)).orElse(zero(spec.dtype()));
        List<Object> values = new ArrayList<>();
        for (List<Object> row : rows) {
            values.addAll(row);
            values.addAll(Collections.nCopies(most - row.size(), padding));
        }
        long steps = most / spec.shape().elements();
        return ExpectedTensor.dense(
                spec.dtype(), shape(leading(rows.size()), shape(List.of(steps), dims(spec.shape()))), values);
    }

    private static Object zero(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> 0f;
            case FLOAT64 -> 0d;
            case INT32 -> 0;
            case INT64 -> 0L;
            case STRING -> dev.riffle.io.Bytes.empty();
            default -> throw new IllegalArgumentException("no feature has " + dtype);
        };
    }

    private ExpectedTensor varLen(DType dtype, List<List<Object>> rows) {
        List<List<Long>> indices = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        long most = 0;
        for (int i = 0; i < rows.size(); i++) {
            for (int j = 0; j < rows.get(i).size(); j++) {
                indices.add(place(i, List.of((long) j)));
                values.add(rows.get(i).get(j));
            }
            most = Math.max(most, rows.get(i).size());
        }
        return ExpectedTensor.sparse(dtype, shape(leading(rows.size()), List.of(most)), values, indices);
    }

    private ExpectedTensor sparse(String name, Sparse spec, List<PlainFeature.Message> messages) {
        record Entry(List<Long> place, Object value) {}
        List<List<Object>> values = rows(name, spec.valueKey(), spec.dtype(), messages);
        List<List<List<Object>>> indices = spec.indexKeys().stream()
                .map(key -> rows(name, key, DType.INT64, messages))
                .toList();
        List<Entry> entries = new ArrayList<>();
        boolean totalsAgree = indices.stream().allMatch(rows -> count(rows) == count(values));
        for (int i = 0; i < messages.size(); i++) {
            int count = values.get(i).size();
            int example = i;
            if (indices.stream().anyMatch(rows -> rows.get(example).size() != count)) {
                Rule rule = totalsAgree ? Rule.STRICTER : Rule.REFERENCE;
                outcome.faults().add(new Fault(i, keys(name, spec), rule));
                continue;
            }
            for (int j = 0; j < count; j++) {
                int at = j;
                List<Long> place = indices.stream()
                        .map(rows -> (Long) rows.get(example).get(at))
                        .toList();
                entries.add(new Entry(place(i, place), values.get(i).get(j)));
            }
        }
        if (spec.order() == FeatureSpec.IndexOrder.SORT) {
            entries.sort((a, b) -> Arrays.compare(
                    a.place().stream().mapToLong(Long::longValue).toArray(),
                    b.place().stream().mapToLong(Long::longValue).toArray()));
        }
        return ExpectedTensor.sparse(
                spec.dtype(),
                shape(leading(messages.size()), dims(spec.size())),
                entries.stream().map(Entry::value).toList(),
                entries.stream().map(Entry::place).toList());
    }

    private static long count(List<List<Object>> rows) {
        return rows.stream().mapToLong(List::size).sum();
    }

    private Optional<ExpectedTensor> ragged(String name, Ragged spec, List<PlainFeature.Message> messages) {
        PlainRows rows = new PlainRows(spec, form);
        List<List<Object>> values = rows(name, spec.valueKey().orElse(name), spec.dtype(), messages);
        Map<String, List<List<Object>>> partitions = new LinkedHashMap<>();
        PlainRows.keys(spec).forEach(key -> partitions.put(key, rows(name, key, DType.INT64, messages)));
        List<List<?>> examples = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            Map<String, List<Object>> ofExample = new LinkedHashMap<>();
            int example = i;
            partitions.forEach((key, perExample) -> ofExample.put(key, perExample.get(example)));
            addRagged(name, spec, i, rows.nested(values.get(i), ofExample), ofExample, examples);
        }
        if (rows.isIndivisible(values)) {
            outcome.unchecked().remove(name);
            for (int i = 0; i < messages.size(); i++) {
                outcome.faults().add(new Fault(i, keys(name, spec)));
            }
        }
        if (outcome.unchecked().containsKey(name) || examples.size() < messages.size()) {
            return Optional.empty();
        }
        return Optional.of(form == Form.BATCH ? rows.tensor(examples, 1) : rows.tensor(examples.get(0), 0));
    }

    private void addRagged(
            String name,
            Ragged spec,
            int example,
            Optional<List<?>> nested,
            Map<String, List<Object>> partitions,
            List<List<?>> examples) {
        if (nested.isPresent()) {
            examples.add(nested.get());
        } else if (spec.validation() == FeatureSpec.Validation.ON
                && form == Form.SINGLE
                && partitions.values().stream().noneMatch(List::isEmpty)
                && spec.partitions().stream().noneMatch(Partition.ValueRowIds.class::isInstance)) {
            outcome.faults().add(new Fault(example, keys(name, spec)));
        } else {
            outcome.unchecked().put(name, keys(name, spec));
        }
    }

    private static Set<String> keys(String name, Ragged spec) {
        Set<String> keys = new LinkedHashSet<>(PlainRows.keys(spec));
        keys.add(name);
        spec.valueKey().ifPresent(keys::add);
        return keys;
    }

    private static Set<String> keys(String name, Sparse spec) {
        Set<String> keys = new LinkedHashSet<>(spec.indexKeys());
        keys.addAll(List.of(name, spec.valueKey()));
        return keys;
    }

    /** Returns the values under a key of each Example; empty if the feature is missing or has no kind. */
    private List<List<Object>> rows(String name, String key, DType dtype, List<PlainFeature.Message> messages) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            rows.add(values(i, name, key, dtype, messages.get(i).context().get(key)));
        }
        return rows;
    }

    private List<Object> values(int example, String name, String key, DType dtype, @Nullable PlainFeature feature) {
        if (feature == null || feature.dtype() == null) {
            return List.of();
        }
        if (feature.dtype() != dtype) {
            fault(example, name, key);
            return List.of();
        }
        return feature.values();
    }

    // ---------------------------------------------------------------- feature lists

    private void list(String name, FeatureSpec spec, List<PlainFeature.Message> messages) {
        int before = outcome.faults().size();
        Optional<ExpectedTensor> tensor = spec.accept(new Lists(name, messages));
        if (outcome.faults().size() == before) {
            tensor.ifPresent(made -> outcome.lists().put(name, made));
        }
    }

    private final class Lists implements FeatureSpec.Visitor<Optional<ExpectedTensor>> {

        private final String name;
        private final List<PlainFeature.Message> messages;

        Lists(String name, List<PlainFeature.Message> messages) {
            this.name = name;
            this.messages = messages;
        }

        @Override
        public Optional<ExpectedTensor> visitFixedLen(FixedLen spec) {
            return Optional.empty();
        }

        @Override
        public Optional<ExpectedTensor> visitFixedLenSequence(FixedLenSequence spec) {
            return Optional.of(listFixedLenSequence(name, spec, messages));
        }

        @Override
        public Optional<ExpectedTensor> visitVarLen(VarLen spec) {
            return Optional.of(listVarLen(spec.dtype(), steps(name, name, spec.dtype(), messages)));
        }

        @Override
        public Optional<ExpectedTensor> visitSparse(Sparse spec) {
            return Optional.empty();
        }

        @Override
        public Optional<ExpectedTensor> visitRagged(Ragged spec) {
            return listRagged(name, spec, messages);
        }
    }

    private ExpectedTensor listFixedLenSequence(
            String name, FixedLenSequence spec, List<PlainFeature.Message> messages) {
        List<List<Object>> rows = new ArrayList<>();
        List<Object> lengths = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            List<PlainFeature> steps = messages.get(i).lists().get(name);
            if (steps == null && spec.missing() == Missing.REJECTED) {
                fault(i, name);
            }
            List<Object> row = new ArrayList<>();
            for (PlainFeature step : steps == null ? List.<PlainFeature>of() : steps) {
                if (step.dtype() != spec.dtype()
                        || step.values().size() != spec.shape().elements()) {
                    fault(i, name);
                }
                row.addAll(step.values());
            }
            rows.add(row);
            lengths.add(steps == null ? 0L : (long) steps.size());
        }
        if (form == Form.BATCH) {
            outcome.lengths().put(name, ExpectedTensor.dense(DType.INT64, List.of((long) rows.size()), lengths));
        }
        return padded(spec, rows);
    }

    private ExpectedTensor listVarLen(DType dtype, List<List<List<Object>>> lists) {
        List<List<Long>> indices = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        long mostSteps = 0;
        long mostValues = 0;
        for (int i = 0; i < lists.size(); i++) {
            List<List<Object>> steps = lists.get(i);
            for (int j = 0; j < steps.size(); j++) {
                for (int k = 0; k < steps.get(j).size(); k++) {
                    indices.add(place(i, List.of((long) j, (long) k)));
                    values.add(steps.get(j).get(k));
                }
                mostValues = Math.max(mostValues, steps.get(j).size());
            }
            mostSteps = Math.max(mostSteps, steps.size());
        }
        return ExpectedTensor.sparse(
                dtype, shape(leading(lists.size()), List.of(mostSteps, mostValues)), values, indices);
    }

    private Optional<ExpectedTensor> listRagged(String name, Ragged spec, List<PlainFeature.Message> messages) {
        PlainRows rows = new PlainRows(spec, Form.BATCH); // The rows treat each step as an Example of a batch.
        List<List<List<Object>>> values = steps(name, spec.valueKey().orElse(name), spec.dtype(), messages);
        Map<String, List<List<List<Object>>>> partitions = new LinkedHashMap<>();
        PlainRows.keys(spec).forEach(key -> partitions.put(key, steps(name, key, DType.INT64, messages)));
        List<List<?>> examples = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            int count = values.get(i).size();
            int example = i;
            List<List<?>> steps = new ArrayList<>();
            if (partitions.values().stream()
                    .anyMatch(lists -> lists.get(example).size() != count)) {
                outcome.unchecked().put(name, keys(name, spec));
                continue;
            }
            for (int j = 0; j < count; j++) {
                Map<String, List<Object>> ofStep = new LinkedHashMap<>();
                int step = j;
                partitions.forEach(
                        (key, lists) -> ofStep.put(key, lists.get(example).get(step)));
                Optional<List<?>> nested = rows.nested(values.get(i).get(j), ofStep);
                nested.ifPresentOrElse(steps::add, () -> outcome.unchecked().put(name, keys(name, spec)));
            }
            examples.add(steps);
        }
        if (rows.isIndivisible(values.stream().flatMap(List::stream).toList())) {
            outcome.unchecked().remove(name);
            for (int i = 0; i < messages.size(); i++) {
                outcome.faults().add(new Fault(i, keys(name, spec)));
            }
        }
        if (outcome.unchecked().containsKey(name) || examples.size() < messages.size()) {
            return Optional.empty();
        }
        return Optional.of(form == Form.BATCH ? rows.tensor(examples, 2) : rows.tensor(examples.get(0), 1));
    }

    /** Returns the values of each step of the list under a key, for each SequenceExample. */
    private List<List<List<Object>>> steps(String name, String key, DType dtype, List<PlainFeature.Message> messages) {
        List<List<List<Object>>> lists = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            int example = i;
            lists.add(messages.get(i).lists().getOrDefault(key, List.of()).stream()
                    .map(step -> values(example, name, key, dtype, step))
                    .toList());
        }
        return lists;
    }

    // ---------------------------------------------------------------- shapes

    private List<Long> leading(int examples) {
        return form == Form.BATCH ? List.of((long) examples) : List.of();
    }

    private List<Long> place(int example, List<Long> inside) {
        return shape(leading(example), inside);
    }

    private static List<Long> dims(dev.riffle.tensor.Shape shape) {
        return Arrays.stream(shape.toArray()).mapToObj(dim -> (long) dim).toList();
    }

    private static List<Long> shape(List<Long> outer, List<Long> inner) {
        return Stream.of(outer, inner)
                .flatMapToLong(part -> part.stream().mapToLong(Long::longValue))
                .boxed()
                .toList();
    }
}
