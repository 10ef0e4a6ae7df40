package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureWarning;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Tests what a parser reports about names of specs that no record has. */
class UnknownFeaturesTest {

    private static final Bytes FULL = Example.builder()
            .put("id", 7)
            .put("tags", "a", "b")
            .put("len", 1, 1)
            .build()
            .toBytes();

    private static final Bytes EMPTY = Example.builder().build().toBytes();

    private final List<FeatureWarning> warnings = Collections.synchronizedList(new ArrayList<>());

    private ExampleParser parser(String specs) {
        return ExampleParser.compile(FeatureSpecs.parse(specs)).warnings(warnings::add);
    }

    private List<String> messages() {
        return warnings.stream().map(FeatureWarning::message).toList();
    }

    @Test
    void reportsAMisspeltNameOnce() {
        ExampleParser parser = parser("tgas:string*");
        for (int i = 0; i < 3; i++) {
            assertThat(parser.parse(List.of(FULL, FULL)).countOf("tgas")).isZero();
        }
        assertThat(warnings)
                .containsExactly(new FeatureWarning(
                        "tgas", "none of the first 2 records has a feature \"tgas\"", List.of("tags"), ""));
        assertThat(messages())
                .containsExactly("none of the first 2 records has a feature \"tgas\"; did you mean \"tags\"?");
    }

    @Test
    void reportsNamesOfSpecsWithADefaultAndOfPartitions() {
        parser("lable:int64=0, tags:ragged(string, lengths=lenn)").parse(List.of(FULL));
        assertThat(messages())
                .containsExactly(
                        "the first record has no feature \"lable\"",
                        "the first record has no feature \"lenn\"; did you mean \"len\"?");
    }

    @Test
    void reportsPartitionsThatDoNotFitOnlyOfFeaturesWithKnownNames() {
        ExampleParser parser =
                parser("a:ragged(string, value=tgas, lengths=len), b:ragged(string, value=tags, lengths=id)");
        parser.parse(FULL);
        assertThat(messages()).hasSize(1).first().asString().startsWith("the partitions of feature \"b\" do not fit");
        parser.parse(List.of(FULL));
        assertThat(messages())
                .hasSize(2)
                .last()
                .isEqualTo("none of the first 2 records has a feature \"tgas\"; did you mean \"tags\"?");
    }

    @Test
    void namesTheMethodForNamesInAnotherCase() {
        parser("ID:int64*").parse(List.of(FULL));
        assertThat(messages())
                .containsExactly("the first record has no feature \"ID\"; a parser with ignoringCase() accepts names in"
                        + " another case; did you mean \"id\"?");
        warnings.clear();
        parser("ID:int64*").ignoringCase().parse(List.of(FULL));
        assertThat(warnings).isEmpty();
    }

    @Test
    void theExceptionForAMissingFeatureHasSimilarNames() {
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> parser("Id:int64").parse(List.of(FULL)))
                .withMessage(
                        "record 0 of the batch: feature \"Id\": expected 1 value of int64, found no such feature; a"
                                + " parser with ignoringCase() accepts names in another case; did you mean \"id\"?");
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> parser("tgas:string[2]").parse(FULL))
                .withMessageContaining("accept any number with VarLen or Ragged; did you mean \"tags\"?");
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> parser("zebra:int64").parse(FULL))
                .withMessageEndingWith("add a default to the spec, or accept any number with VarLen or Ragged");
        Bytes lists =
                SequenceExample.builder().put("frames", Feature.of(1)).build().toBytes();
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> SequenceExampleParser.compile(SequenceFeatureSpecs.parse("lists(frame:int64[?]!)"))
                        .parse(lists))
                .withMessageEndingWith("allow a missing list in the spec; did you mean \"frames\"?");
    }

    @Test
    void acceptsNamesThatOneRecordOfTheFirstBatchHas() {
        ExampleParser parser = parser("tags:string*, id:int64*");
        parser.parse(List.of());
        parser.parse(List.of(EMPTY, FULL, EMPTY));
        parser.parse(List.of(EMPTY));
        assertThat(warnings).isEmpty();
    }

    @Test
    void aFeatureWithoutAKindIsKnown() {
        Bytes unset = Bytes.copyOf(new byte[] {0x0a, 6, 0x0a, 4, 0x0a, 2, 'i', 'd'});
        parser("id:int64*").parse(List.of(unset));
        assertThat(warnings).isEmpty();
    }

    @Test
    void the32FirstSingleMessagesAreTheFirstBatch() {
        ExampleParser parser = parser("tgas:string*");
        for (int i = 0; i < 31; i++) {
            parser.parse(FULL);
        }
        assertThat(warnings).isEmpty();
        parser.parse(FULL);
        parser.parse(FULL);
        assertThat(messages())
                .containsExactly("none of the first 32 records has a feature \"tgas\"; did you mean \"tags\"?");
    }

    @Test
    void rejectsSingleMessagesUntilEachNameIsKnown() {
        ExampleParser parser = parser("tags:string*, id:int64=0").requiringKnownFeatures();
        Bytes tags = Example.builder().put("tags", "a").build().toBytes();
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> parser.parse(tags))
                .withMessageContaining(
                        "feature \"id\": expected a record with this feature, found none in the first 1");
        parser.parse(FULL);
        parser.parse(EMPTY);
        assertThat(warnings).isEmpty();
    }

    @Test
    void reportsWhenABatchIsRefilled() {
        ExampleParser parser = parser("tgas:string*");
        ParsedFeatures batch = parser.newBatch();
        PayloadBatch payloads = PayloadBatch.of(List.of(FULL));
        parser.parse(payloads, batch);
        parser.parse(payloads, batch);
        assertThat(warnings).hasSize(1);
    }

    @Test
    void reportsContextAndLists() {
        Bytes message = SequenceExample.builder()
                .context(Example.builder().put("id", 1).build())
                .put("frames", Feature.of(1))
                .build()
                .toBytes();
        SequenceExampleParser.compile(
                        SequenceFeatureSpecs.parse("context(frames:int64*, idd:int64*) lists(frame:int64*, id:int64*)"))
                .warnings(warnings::add)
                .parse(List.of(message, message));
        parser("frames:int64*").parse(List.of(message));
        assertThat(messages())
                .containsExactly(
                        "none of the first 2 records has a feature of the context \"frames\"; it is a feature list:"
                                + " lists(...)",
                        "none of the first 2 records has a feature of the context \"idd\"; did you mean \"id\"?",
                        "none of the first 2 records has a feature list \"frame\"; did you mean \"frames\"?",
                        "none of the first 2 records has a feature list \"id\"; it is a feature of the context:"
                                + " context(...)",
                        "the first record has no feature \"frames\"; it is a feature list: lists(...)");
    }

    @Test
    void reportsSequenceExamplesWithoutAContext() {
        Bytes message =
                SequenceExample.builder().put("frames", Feature.of(1)).build().toBytes();
        parser("id:int64*").parse(List.of(message));
        assertThat(messages())
                .containsExactly(
                        "the first record has no feature \"id\"; the records are SequenceExamples that have only"
                                + " feature lists");
    }

    @Test
    void reportsNamesOfOfRecords() {
        Bytes message = Example.builder().put("id", 7).build().toBytes(Dialect.ONEFLOW);
        ExampleParser.compile(FeatureSpecs.parse("idd:int64*"), Dialect.ONEFLOW)
                .warnings(warnings::add)
                .parse(List.of(message));
        assertThat(messages()).containsExactly("the first record has no feature \"idd\"; did you mean \"id\"?");
    }

    @Test
    void skippedMessagesDoNotCount() {
        Bytes malformed = Bytes.copyOf(new byte[] {1, 2, 3});
        ExampleParser parser = parser("tgas:string*").skipping(e -> {});
        parser.parse(List.of(malformed));
        parser.parse(List.of(malformed, FULL));
        assertThat(messages()).containsExactly("the first record has no feature \"tgas\"; did you mean \"tags\"?");
    }

    @Test
    void rejectsUnknownNamesUntilARecordHasThem() {
        ExampleParser parser = parser("tags:string*, zebra:int64*").requiringKnownFeatures();
        for (int records : new int[] {1, 2}) {
            assertThatExceptionOfType(ExampleParseException.class)
                    .isThrownBy(() -> parser.parse(List.of(FULL)))
                    .withMessage(
                            "the batch: feature \"zebra\": expected a record with this feature, found none in the first "
                                    + records)
                    .satisfies(e -> assertThat(e.batchIndex()).isEqualTo(-1))
                    .satisfies(e -> assertThat(e.key()).contains("zebra"));
        }
        Bytes zebra = Example.builder().put("zebra", 1).build().toBytes();
        assertThat(parser.parse(List.of(zebra)).size()).isEqualTo(1);
        assertThat(parser.parse(List.of(FULL)).size()).isEqualTo(1);
        assertThat(warnings).isEmpty();
        assertThat(parser).hasToString("ExampleParser[1 thread, requiring known features: tags:string*, zebra:int64*]");
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(
                        () -> parser("tgas:string*").requiringKnownFeatures().parse(List.of(FULL)))
                .withMessageEndingWith("found none in the first 1; did you mean \"tags\"?");
    }

    @Test
    void threadsThatShareAParserGetOneReport() throws Exception {
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 20; round++) {
                warnings.clear();
                ExampleParser parser = parser("tgas:string*, idd:int64*");
                CyclicBarrier start = new CyclicBarrier(threads);
                List<Future<?>> calls = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    calls.add(pool.submit(() -> {
                        start.await();
                        return parser.parse(List.of(FULL, FULL));
                    }));
                }
                for (Future<?> call : calls) {
                    call.get();
                }
                assertThat(warnings).extracting(FeatureWarning::feature).containsExactly("tgas", "idd");
            }
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void logsWarningsWithoutAListener() {
        List<LogRecord> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                logged.add(record);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.riffle");
        Level before = logger.getLevel();
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.WARNING);
        try {
            ExampleParser.compile(FeatureSpecs.parse("\"{0}\":string*")).parse(List.of(FULL));
        } finally {
            logger.setLevel(before);
            logger.setUseParentHandlers(true);
            logger.removeHandler(handler);
        }
        assertThat(logged).hasSize(1);
        assertThat(logged.get(0).getLevel()).isEqualTo(Level.WARNING);
        assertThat(logged.get(0).getMessage()).isEqualTo("the first record has no feature \"{0}\"");
    }
}
