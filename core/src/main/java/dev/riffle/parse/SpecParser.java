package dev.riffle.parse;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads specs from the one-line form that {@link FeatureSpecs} documents. */
final class SpecParser {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]+");

    private final SpecScanner scanner;

    private SpecParser(String text) {
        scanner = new SpecScanner(text);
    }

    static FeatureSpecs parse(String text) {
        SpecParser parser = new SpecParser(text);
        FeatureSpecs specs = parser.specs();
        if (!parser.scanner.atEnd()) {
            throw parser.scanner.failure("',' or the end");
        }
        return specs;
    }

    static SequenceFeatureSpecs parseSequence(String text) {
        SpecParser parser = new SpecParser(text);
        Optional<FeatureSpecs> context = parser.section("context");
        if (context.isPresent()) {
            parser.scanner.take(',');
        }
        Optional<FeatureSpecs> lists = parser.section("lists");
        if (!parser.scanner.atEnd() || (context.isEmpty() && lists.isEmpty())) {
            throw parser.scanner.failure("context(...), lists(...) or both");
        }
        return new SequenceFeatureSpecs(context.orElse(FeatureSpecs.NONE), lists.orElse(FeatureSpecs.NONE));
    }

    private Optional<FeatureSpecs> section(String name) {
        if (scanner.atEnd() || !scanner.takeWord(name)) {
            return Optional.empty();
        }
        scanner.expect('(', "'('");
        FeatureSpecs specs = specs();
        scanner.expect(')', "',' or ')'");
        return Optional.of(specs);
    }

    private FeatureSpecs specs() {
        FeatureSpecs.Builder specs = FeatureSpecs.builder();
        if (scanner.atEnd() || scanner.at(')')) {
            return specs.build();
        }
        do {
            String key = scanner.key("the name of a feature, in double quotes if it contains characters other than"
                    + " letters, digits and _./-+@");
            scanner.expect(':', "':' and a type");
            specs.put(key, FeatureSpecs.named(key, this::spec));
        } while (scanner.take(','));
        return specs.build();
    }

    private FeatureSpec spec() {
        int at = scanner.mark();
        String type = scanner.word("a type: " + DTypeNames.ALL + ", sparse(...) or ragged(...)");
        if (scanner.at('(')) {
            return switch (type) {
                case "sparse" -> sparse();
                case "ragged" -> ragged();
                default -> throw scanner.failureAt(at, "sparse(...) or ragged(...)");
            };
        }
        DType dtype = dtype(at, type);
        if (scanner.take('*')) {
            return new FeatureSpec.VarLen(dtype);
        }
        if (!scanner.take('[')) {
            return new FeatureSpec.FixedLen(dtype, Shape.scalar(), defaultValue(dtype));
        }
        if (scanner.take('?')) {
            Shape shape = scanner.take(',') ? dims() : closed();
            FeatureSpec.Missing missing = scanner.take('!') ? FeatureSpec.Missing.REJECTED : FeatureSpec.Missing.EMPTY;
            return new FeatureSpec.FixedLenSequence(dtype, shape, missing, defaultValue(dtype));
        }
        Shape shape = scanner.at(']') ? closed() : dims();
        return new FeatureSpec.FixedLen(dtype, shape, defaultValue(dtype));
    }

    private Shape closed() {
        scanner.expect(']', "']' or ','");
        return Shape.scalar();
    }

    /** Reads dimensions and the closing bracket. */
    private Shape dims() {
        List<Integer> dims = new ArrayList<>();
        do {
            dims.add(wholeNumber("a dimension as a whole number; only the first one can be '?'"));
        } while (scanner.take(','));
        scanner.expect(']', "']' or ','");
        return Shape.of(dims.stream().mapToInt(Integer::intValue).toArray());
    }

    private int wholeNumber(String wanted) {
        int at = scanner.mark();
        String word = scanner.word(wanted);
        if (!WHOLE_NUMBER.matcher(word).matches()) {
            throw scanner.failureAt(at, wanted);
        }
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw scanner.failureAt(at, wanted + " below 2^31");
        }
    }

    private DType dtype(int at, String word) {
        return DTypeNames.find(word).orElseThrow(() -> scanner.failureAt(at, "a type: " + DTypeNames.ALL));
    }

    private DType dtype() {
        int at = scanner.mark();
        return dtype(at, scanner.word("a type: " + DTypeNames.ALL));
    }

    private Optional<Values> defaultValue(DType dtype) {
        if (!scanner.take('=')) {
            return Optional.empty();
        }
        List<Literal> literals = new ArrayList<>();
        if (scanner.take('[')) {
            if (!scanner.at(']')) {
                do {
                    literals.add(literal());
                } while (scanner.take(','));
            }
            scanner.expect(']', "']' or ','");
        } else {
            literals.add(literal());
        }
        return Optional.of(Literal.values(dtype, literals));
    }

    private Literal literal() {
        if (scanner.at('"')) {
            String string = scanner.quoted();
            return new Literal(SpecText.quote(string), Optional.empty(), Optional.of(Bytes.ofUtf8(string)));
        }
        int at = scanner.mark();
        String word = scanner.word("a number or a string");
        if (!word.equals("b64") || !scanner.atNow('"')) {
            return new Literal(word, Optional.of(word), Optional.of(Bytes.ofUtf8(word)));
        }
        String base64 = scanner.quoted();
        try {
            Bytes bytes = Bytes.ofOwned(Base64.getDecoder().decode(base64));
            return new Literal("b64" + SpecText.quote(base64), Optional.empty(), Optional.of(bytes));
        } catch (IllegalArgumentException e) {
            throw scanner.failureAt(at, "base64 between the quotes");
        }
    }

    private FeatureSpec sparse() {
        scanner.expect('(', "'('");
        DType dtype = dtype();
        scanner.expect('[', "'[' and the dimensions, as in sparse(float32[100], index=i, value=v)");
        Shape size = scanner.at(']') ? closed() : dims();
        scanner.expect(',', "', index='");
        expectOption("index");
        List<String> indexKeys = new ArrayList<>();
        if (scanner.take('[')) {
            do {
                indexKeys.add(scanner.key("the key of an index"));
            } while (scanner.take(','));
            scanner.expect(']', "']' or ','");
        } else {
            indexKeys.add(scanner.key("the key of the index"));
        }
        scanner.expect(',', "', value='");
        expectOption("value");
        String valueKey = scanner.key("the key of the values");
        FeatureSpec.IndexOrder order = FeatureSpec.IndexOrder.SORT;
        if (scanner.take(',')) {
            if (!scanner.takeWord("sorted")) {
                throw scanner.failure("sorted");
            }
            order = FeatureSpec.IndexOrder.AS_WRITTEN;
        }
        scanner.expect(')', "')'");
        return new FeatureSpec.Sparse(indexKeys, valueKey, dtype, size, order);
    }

    private void expectOption(String name) {
        if (!scanner.takeWord(name)) {
            throw scanner.failure(name + "=");
        }
        scanner.expect('=', "'='");
    }

    private FeatureSpec ragged() {
        scanner.expect('(', "'('");
        RaggedOptions options = new RaggedOptions(dtype());
        while (scanner.take(',')) {
            raggedOption(options);
        }
        scanner.expect(')', "',' or ')'");
        return options.spec();
    }

    /** The options of a ragged spec read so far. */
    private static final class RaggedOptions {

        private final DType dtype;
        private Optional<String> valueKey = Optional.empty();
        private final List<Partition> partitions = new ArrayList<>();
        private Optional<DType> rowSplitsDType = Optional.empty();
        private FeatureSpec.Validation validation = FeatureSpec.Validation.OFF;

        private RaggedOptions(DType dtype) {
            this.dtype = dtype;
        }

        private FeatureSpec spec() {
            return new FeatureSpec.Ragged(dtype, valueKey, partitions, rowSplitsDType.orElse(DType.INT32), validation);
        }
    }

    private void raggedOption(RaggedOptions options) {
        String wanted = "value=, splits=, lengths=, starts=, limits=, rowids=, uniform=, rows= or validate";
        int at = scanner.mark();
        String option = scanner.word(wanted);
        if (option.equals("validate")) {
            options.validation = FeatureSpec.Validation.ON;
            return;
        }
        boolean twice = (option.equals("value") && options.valueKey.isPresent())
                || (option.equals("rows") && options.rowSplitsDType.isPresent());
        if (twice) {
            throw scanner.failureAt(at, option + "= once");
        }
        Optional<PartitionKind> kind = PartitionKind.ofOption(option);
        if (kind.isEmpty() && !List.of("value", "rows", "uniform").contains(option)) {
            throw scanner.failureAt(at, wanted);
        }
        scanner.expect('=', "'='");
        switch (option) {
            case "value" -> options.valueKey = Optional.of(scanner.key("the key of the values"));
            case "rows" -> options.rowSplitsDType = Optional.of(dtype());
            case "uniform" ->
                options.partitions.add(new Partition.UniformRowLength(wholeNumber("the length of a row")));
            default -> options.partitions.add(kind.orElseThrow().partition(scanner.key("the key of the partition")));
        }
    }
}
