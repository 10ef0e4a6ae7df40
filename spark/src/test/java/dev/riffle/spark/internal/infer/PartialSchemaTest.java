package dev.riffle.spark.internal.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.RecordFormat;
import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.internal.MessageSurvey;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.io.Bytes;
import dev.riffle.spark.internal.options.RecordOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that merging does not depend on the order of files or on their distribution over tasks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartialSchemaTest {

    private final long seed = Rounds.seed("partial schema");

    private Random random = new Random(seed);

    private int problems;

    /** Resets the random generator, so that each test draws equal schemas in every order of tests. */
    @BeforeEach
    void beginWithTheSeed() {
        random = new Random(seed);
    }

    @Test
    void mergingIsCommutative() {
        for (int i = 0; i < 500; i++) {
            PartialSchema a = randomSchema();
            PartialSchema b = randomSchema();
            assertEqual(a.merge(b), b.merge(a));
        }
    }

    @Test
    void mergingIsAssociative() {
        for (int i = 0; i < 500; i++) {
            PartialSchema a = randomSchema();
            PartialSchema b = randomSchema();
            PartialSchema c = randomSchema();
            assertEqual(a.merge(b).merge(c), a.merge(b.merge(c)));
        }
    }

    @Test
    void mergingAnEmptySchemaChangesNothing() {
        for (int i = 0; i < 100; i++) {
            PartialSchema a = randomSchema();
            assertEqual(a.merge(PartialSchema.EMPTY), a);
            assertEqual(PartialSchema.EMPTY.merge(a), a);
        }
    }

    @Test
    void anyDivisionOfASampleMergesToOneResult() {
        for (int i = 0; i < 50; i++) {
            List<PartialSchema> parts = new ArrayList<>();
            for (int p = 0; p < 12; p++) {
                parts.add(randomSchema());
            }
            PartialSchema inOrder = mergeAll(parts);
            Collections.shuffle(parts, random);
            int cut = random.nextInt(parts.size());
            PartialSchema inTasks = mergeAll(parts.subList(cut, parts.size())).merge(mergeAll(parts.subList(0, cut)));

            assertEqual(inTasks, inOrder);
        }
    }

    @Test
    void oneFileEqualsOneFileForEachRecord() {
        RecordOptions options = RecordOptions.of(RecordFormat.TFRECORD, Map.of(), "bad");
        for (int i = 0; i < 50; i++) {
            Example[] examples = new Example[1 + random.nextInt(8)];
            MadeFile[] files = new MadeFile[examples.length];
            for (int e = 0; e < examples.length; e++) {
                examples[e] = randomExample();
                files[e] = MadeFile.of("f" + e, examples[e]);
            }
            PartialSchema together =
                    MadeFile.survey(options, MadeFile.of("f", examples)).get(0);
            PartialSchema apart = mergeAll(MadeFile.survey(options, files));

            if (together.features().isEmpty()) {
                assertThatIllegalArgumentException().isThrownBy(() -> InferredSchema.of(together, options, true));
                assertThatIllegalArgumentException().isThrownBy(() -> InferredSchema.of(apart, options, true));
            } else {
                assertThat(InferredSchema.of(together, options, true))
                        .isEqualTo(InferredSchema.of(apart, options, true));
            }
            assertThat(together.records()).isEqualTo(apart.records());
        }
    }

    @Test
    void resultsCanBeSerialized() throws IOException {
        for (int i = 0; i < 50; i++) {
            PartialSchema known = PartialSchema.EMPTY.merge(surveyed(MadeFile.of("f", randomExample())));

            assertEqual(SurveyTask.ofBytes(SurveyTask.toBytes(known)), known);
        }
    }

    @Test
    void problemsCanBeSerialized() throws IOException {
        RecordOptions options = RecordOptions.of(RecordFormat.TFRECORD, Map.of(), "bad");
        MadeFile intact = MadeFile.of("f", randomExample());
        for (MadeFile file : List.of(
                intact.damagedAt(intact.bytes().length - 1),
                new MadeFile("g", new byte[100]),
                MadeFile.of("h", Bytes.ofHex("0aff")))) {
            PartialSchema known = MadeFile.survey(options, file).get(0);
            SurveyProblem arrived =
                    SurveyTask.ofBytes(SurveyTask.toBytes(known)).problem();

            assertThat(known.problem()).isNotNull();
            assertThat(arrived).isNotNull();
            assertThat(arrived.at()).isEqualTo(known.problem().at());
            assertThat(arrived.cause())
                    .hasSameClassAs(known.problem().cause())
                    .hasMessage(known.problem().cause().getMessage());
        }
    }

    private static PartialSchema mergeAll(List<PartialSchema> parts) {
        return parts.stream().reduce(PartialSchema.EMPTY, PartialSchema::merge);
    }

    private static void assertEqual(PartialSchema schema, PartialSchema expected) {
        assertThat(schema).usingRecursiveComparison().isEqualTo(expected);
    }

    private static PartialSchema surveyed(MadeFile file) {
        return MadeFile.survey(RecordOptions.of(RecordFormat.TFRECORD, Map.of(), "bad"), file)
                .get(0);
    }

    /** Returns a schema without features, because core tests the merge of their facts. */
    private PartialSchema randomSchema() {
        SurveyProblem problem = random.nextInt(4) == 0
                ? new SurveyProblem(randomPlace(), new IOException("problem " + problems++))
                : null;
        FirstRecord firstRecord =
                random.nextBoolean() ? new FirstRecord(randomPlace(), "kind " + random.nextInt(3)) : null;
        return new PartialSchema(new MessageSurvey(), random.nextInt(1000), random.nextInt(3), firstRecord, problem);
    }

    private RecordPlace randomPlace() {
        long record = random.nextInt(5);
        return new RecordPlace("f" + random.nextInt(4), record, record * 40);
    }

    private Example randomExample() {
        ExampleBuilder example = Example.builder();
        for (int i = random.nextInt(5); i > 0; i--) {
            int column = random.nextInt(6);
            int count = random.nextInt(4) == 0 ? random.nextInt(3) : 1;
            switch (column % 3) {
                case 0 -> example.put("c" + column, new long[count]);
                case 1 -> example.put("c" + column, new float[count]);
                default -> {
                    byte[][] values = new byte[count][];
                    for (int v = 0; v < count; v++) {
                        values[v] = new byte[] {(byte) (random.nextInt(8) == 0 ? 0xff : 'a')};
                    }
                    example.put("c" + column, values);
                }
            }
        }
        return example.build();
    }
}
