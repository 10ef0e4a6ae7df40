package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests that specs accept the same arguments as TensorFlow, and copy them. */
class FeatureSpecTest {

    /** Returns the name of the visitor method and the type of the spec. */
    private static final class Names implements FeatureSpec.Visitor<String> {

        @Override
        public String visitFixedLen(FeatureSpec.FixedLen spec) {
            return "fixed " + spec.dtype();
        }

        @Override
        public String visitFixedLenSequence(FeatureSpec.FixedLenSequence spec) {
            return "sequence " + spec.dtype();
        }

        @Override
        public String visitVarLen(FeatureSpec.VarLen spec) {
            return "varlen " + spec.dtype();
        }

        @Override
        public String visitSparse(FeatureSpec.Sparse spec) {
            return "sparse " + spec.dtype();
        }

        @Override
        public String visitRagged(FeatureSpec.Ragged spec) {
            return "ragged " + spec.dtype();
        }
    }

    @Test
    void visitsEachKindOfSpec() {
        assertThat(List.of(
                        FeatureSpec.fixedLen(DType.INT64),
                        FeatureSpec.fixedLenSequence(DType.FLOAT32),
                        FeatureSpec.varLen(DType.STRING),
                        FeatureSpec.sparse("i", "v", DType.INT32, 3),
                        FeatureSpec.ragged(DType.FLOAT64)))
                .extracting(spec -> spec.accept(new Names()))
                .containsExactly("fixed int64", "sequence float32", "varlen string", "sparse int32", "ragged float64");
    }

    @Test
    void convertsDefaultsToTheTypeOfTheSpec() {
        assertThat(FeatureSpec.fixedLen(DType.FLOAT32).withDefault(3).defaultValue())
                .contains(Values.ofFloats(3));
        assertThat(FeatureSpec.fixedLen(DType.FLOAT32, 2).withDefault(0.1, 2).defaultValue())
                .contains(Values.ofFloats(0.1f, 2));
        assertThat(FeatureSpec.fixedLen(DType.FLOAT64).withDefault(0.5f).defaultValue())
                .contains(Values.ofDoubles(0.5));
        assertThat(FeatureSpec.fixedLen(DType.INT32, 1, 2).withDefault(7, -7).defaultValue())
                .contains(Values.ofInts(7, -7));
        assertThat(FeatureSpec.fixedLen(DType.STRING, 2).withDefault("", "de").defaultValue())
                .contains(Values.ofStrings("", "de"));
        assertThat(FeatureSpec.fixedLenSequence(DType.STRING)
                        .paddedWith(Bytes.ofHex("ff"))
                        .padding())
                .contains(Values.ofBytes(List.of(Bytes.ofHex("ff"))));
    }

    @Test
    void rejectsDefaultsOfAnotherType() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLen(DType.INT64).withDefault(1.5))
                .withMessage("default of a feature of int64 must be int64: float64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLen(DType.INT64).withDefault(1.5f));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLen(DType.STRING).withDefault(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLen(DType.FLOAT32).withDefault("1"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLen(DType.INT32).withDefault(1L << 40))
                .withMessage("default does not fit int32: 1099511627776");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLenSequence(DType.INT64).paddedWith("x"))
                .withMessage("padding of a feature of int64 must be int64: string");
    }

    @Test
    void rejectsDefaultsOfAnotherCount() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLen(DType.INT64, 2).withDefault(1))
                .withMessage("expected 2 default values for the shape [2], found 1; write the value 2 times");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLen(DType.INT64).withDefault(1, 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FeatureSpec.FixedLenSequence(
                        DType.INT64, Shape.of(2), FeatureSpec.Missing.EMPTY, Optional.of(Values.ofLongs(1, 2))))
                .withMessage("expected one padding value, found 2");
    }

    @Test
    void ignoresDefaultsWithoutElements() {
        assertThat(FeatureSpec.fixedLen(DType.INT64, 0).withDefault(new long[0]))
                .isEqualTo(FeatureSpec.fixedLen(DType.INT64, 0));
    }

    @Test
    void copiesDefaults() {
        ByteBuffer memory =
                ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, 5);
        FeatureSpec.FixedLen spec =
                new FeatureSpec.FixedLen(DType.INT64, Shape.scalar(), Optional.of(Values.wrap(DType.INT64, 1, memory)));
        memory.putLong(0, 6);

        assertThat(spec).isEqualTo(FeatureSpec.fixedLen(DType.INT64).withDefault(5));
    }

    @Test
    void rejectsSequenceElementsWithoutValues() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLenSequence(DType.INT64, 3, 0))
                .withMessage("the shape of a sequence element must not contain 0: [3, 0]");
    }

    @Test
    void rejectsShapesLargerThanArrays() {
        int most = Integer.MAX_VALUE;
        assertThat(FeatureSpec.fixedLen(DType.INT64, most).shape().elements()).isEqualTo(most);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLen(DType.INT64, most, most, most))
                .withMessageStartingWith("shape must have at most 2147483647 elements: ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.fixedLenSequence(DType.INT64, 1 << 16, 1 << 15));
    }

    @Test
    void checksTheKeysOfSparseSpecs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.sparse(List.of(), "v", DType.INT64, Shape.scalar()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.sparse("", "v", DType.INT64, 3))
                .withMessage("sparse: index key must not be empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.sparse("i", "", DType.INT64, 3))
                .withMessage("sparse: value key must not be empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.sparse(List.of("i", "j"), "v", DType.INT64, Shape.of(3)))
                .withMessage("sparse: expected one index key for each dimension of the size [3], found 2: [i, j]");
        assertThat(FeatureSpec.sparse("i", "v", DType.INT64, 3).alreadySorted().order())
                .isEqualTo(FeatureSpec.IndexOrder.AS_WRITTEN);
    }

    @Test
    void checksRaggedSpecs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.ragged(DType.INT64).valueKey(""))
                .withMessage("ragged: value key must not be empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureSpec.ragged(DType.INT64).rowSplitsDType(DType.FLOAT32))
                .withMessage("ragged: row splits must be int32 or int64: float32");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Partition.UniformRowLength(0))
                .withMessage("uniform row length must be positive: 0");
        assertThatIllegalArgumentException().isThrownBy(() -> new Partition.RowSplits("\uD800"));
    }

    @Test
    void copiesLists() {
        List<Partition> partitions = new ArrayList<>(List.of(new Partition.RowLengths("n")));
        FeatureSpec.Ragged ragged = new FeatureSpec.Ragged(
                DType.INT64, Optional.empty(), partitions, DType.INT32, FeatureSpec.Validation.OFF);
        List<String> indexKeys = new ArrayList<>(List.of("i"));
        FeatureSpec.Sparse sparse = FeatureSpec.sparse(indexKeys, "v", DType.INT64, Shape.of(3));
        partitions.clear();
        indexKeys.clear();

        assertThat(ragged.partitions()).containsExactly(new Partition.RowLengths("n"));
        assertThat(sparse.indexKeys()).containsExactly("i");
    }

    @Test
    void printsTheOneLineForm() {
        assertThat(FeatureSpec.fixedLen(DType.FLOAT32, 28, 28)).hasToString("float32[28,28]");
        assertThat(FeatureSpec.fixedLen(DType.STRING).withDefault("de")).hasToString("string=\"de\"");
        assertThat(FeatureSpec.fixedLenSequence(DType.FLOAT32, 3).allowMissing().paddedWith(-1f))
                .hasToString("float32[?,3]=-1.0");
        assertThat(FeatureSpec.fixedLenSequence(DType.INT64)).hasToString("int64[?]!");
        assertThat(FeatureSpec.varLen(DType.STRING)).hasToString("string*");
        assertThat(FeatureSpec.sparse(List.of("ix", "iy"), "v", DType.FLOAT32, Shape.of(28, 28))
                        .alreadySorted())
                .hasToString("sparse(float32[28,28], index=[ix,iy], value=v, sorted)");
        assertThat(FeatureSpec.ragged(DType.INT64)
                        .valueKey("v")
                        .partitionedBy(
                                new Partition.RowSplits("s"),
                                new Partition.RowLengths("l"),
                                new Partition.RowStarts("a"),
                                new Partition.RowLimits("z"),
                                new Partition.ValueRowIds("r"),
                                new Partition.UniformRowLength(2))
                        .rowSplitsDType(DType.INT64)
                        .validated())
                .hasToString("ragged(int64, value=v, splits=s, lengths=l, starts=a, limits=z, rowids=r, uniform=2,"
                        + " rows=int64, validate)");
        assertThat(new Partition.RowSplits("a b")).hasToString("splits=\"a b\"");
    }
}
