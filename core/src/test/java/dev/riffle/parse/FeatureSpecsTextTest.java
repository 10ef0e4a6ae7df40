package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.Rounds;
import dev.riffle.example.MalformedTextException;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads and prints specs on one line, accepts common spellings, and reports the position of syntax errors. */
class FeatureSpecsTextTest {

    private static final String[] CHANGES = {
        "", "\"", "\\", "[", "]", "{", "}", "(", ",", ":", "=", "*", "?", "!", "0", "99999", "a", "-", ".", "e9",
        "null", "\uD800"
    };

    private static FeatureSpec one(String spec) {
        FeatureSpecs specs = FeatureSpecs.parse("a:" + spec);
        assertThat(specs.names()).containsExactly("a");
        return specs.asMap().get("a");
    }

    @Test
    void readsEveryKindOfSpec() {
        FeatureSpecs specs = FeatureSpecs.parse(
                "label:int64, weight:float32=1.0, pos:float32[3]=[0,0,0], tags:string*, frames:float32[?,3]=-1,"
                        + " img:sparse(float32[28,28], index=[ix,iy], value=v),"
                        + " t:ragged(float32, value=w, splits=s, uniform=2)");

        assertThat(specs.names()).containsExactly("label", "weight", "pos", "tags", "frames", "img", "t");
        assertThat(specs)
                .isEqualTo(FeatureSpecs.builder()
                        .put(
                                "t",
                                FeatureSpec.ragged(DType.FLOAT32)
                                        .valueKey("w")
                                        .partitionedBy(new Partition.RowSplits("s"), new Partition.UniformRowLength(2)))
                        .put("img", FeatureSpec.sparse(List.of("ix", "iy"), "v", DType.FLOAT32, Shape.of(28, 28)))
                        .put(
                                "frames",
                                FeatureSpec.fixedLenSequence(DType.FLOAT32, 3)
                                        .allowMissing()
                                        .paddedWith(-1))
                        .put("tags", FeatureSpec.varLen(DType.STRING))
                        .put("pos", FeatureSpec.fixedLen(DType.FLOAT32, 3).withDefault(0, 0, 0))
                        .put("weight", FeatureSpec.fixedLen(DType.FLOAT32).withDefault(1.0))
                        .put("label", FeatureSpec.fixedLen(DType.INT64))
                        .build());
    }

    @Test
    void readsOtherSpellings() {
        assertThat(one("float")).isEqualTo(FeatureSpec.fixedLen(DType.FLOAT32));
        assertThat(one(" double [ ] ")).isEqualTo(FeatureSpec.fixedLen(DType.FLOAT64));
        assertThat(one("bytes*")).isEqualTo(FeatureSpec.varLen(DType.STRING));
        assertThat(one("int64 [ 1 , 2 ] = [ 1 , -2 ]"))
                .isEqualTo(FeatureSpec.fixedLen(DType.INT64, 1, 2).withDefault(1, -2));
        assertThat(one("int64[1]=5"))
                .isEqualTo(FeatureSpec.fixedLen(DType.INT64, 1).withDefault(5));
        assertThat(one("int64[0]=[]")).isEqualTo(FeatureSpec.fixedLen(DType.INT64, 0));
        assertThat(one("string=de"))
                .isEqualTo(FeatureSpec.fixedLen(DType.STRING).withDefault("de"));
        assertThat(one("string=17"))
                .isEqualTo(FeatureSpec.fixedLen(DType.STRING).withDefault("17"));
        assertThat(one("string=b64"))
                .isEqualTo(FeatureSpec.fixedLen(DType.STRING).withDefault("b64"));
        assertThat(one("string=b64\"/w==\""))
                .isEqualTo(FeatureSpec.fixedLen(DType.STRING).withDefault(Bytes.ofHex("ff")));
        assertThat(one("float32[3]=[nan,-inf,Infinity]"))
                .isEqualTo(FeatureSpec.fixedLen(DType.FLOAT32, 3)
                        .withDefault(Float.NaN, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY));
        assertThat(one("int64[?]!")).isEqualTo(FeatureSpec.fixedLenSequence(DType.INT64));
        assertThat(one("sparse(int64[9],index=i,value=\"v w\",sorted)"))
                .isEqualTo(FeatureSpec.sparse("i", "v w", DType.INT64, 9).alreadySorted());
        assertThat(one("ragged(int64)")).isEqualTo(FeatureSpec.ragged(DType.INT64));
        assertThat(FeatureSpecs.parse(" ").isEmpty()).isTrue();
        assertThat(FeatureSpecs.parse("image/encoded:string,\"a\\u0062 :c\":int64*")
                        .names())
                .containsExactly("image/encoded", "ab :c");
    }

    @Test
    void readsWhatItPrints() {
        long seed = Rounds.seed("FeatureSpecsTextTest");
        for (int i = 0; i < 3000; i++) {
            FeatureSpecs specs = new RandomSpecs(seed + i).specs();
            String line = specs.toString();

            assertThat(line).doesNotContain("\n");
            FeatureSpecs read = FeatureSpecs.parse(line);
            assertThat(read).as("seed %d: %s", seed + i, line).isEqualTo(specs).hasSameHashCodeAs(specs);
            assertThat(read.names()).containsExactlyElementsOf(specs.names());
            assertThat(read).hasToString(line);
        }
    }

    @Test
    void rejectsEveryPrefixWithAClearMessage() {
        String line = "\"a b\":float32[2]=[1.5,-2], s:sparse(int64[3,4], index=[i,j], value=v, sorted),"
                + " f:int64[?,2]!=7, r:ragged(string, value=q, splits=z, rows=int64, validate), w:string=b64\"/w==\"";
        assertThat(FeatureSpecs.parse(line).size()).isEqualTo(5);
        for (int end = 0; end < line.length(); end++) {
            String cut = line.substring(0, end);
            try {
                assertThat(FeatureSpecs.parse(cut).size()).as(cut).isLessThan(6);
            } catch (MalformedTextException e) {
                assertThat(e).as(cut).hasMessageMatching("(?s)feature.*(expected|must|not a value).*");
            }
        }
    }

    @Test
    void readsOrRejectsChangedText() {
        long seed = Rounds.seed("FeatureSpecsTextTest change");
        Random random = new Random(seed);
        int rejected = 0;
        for (int i = 0; i < 3000; i++) {
            FeatureSpecs specs = new RandomSpecs(seed + i).specs();
            boolean json = random.nextBoolean();
            StringBuilder text = new StringBuilder(json ? specs.toJson() : specs.toString());
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                int at = random.nextInt(text.length() + 1);
                int to = Math.min(text.length(), at + random.nextInt(3));
                text.replace(at, to, CHANGES[random.nextInt(CHANGES.length)]);
            }
            try {
                FeatureSpecs read =
                        json ? FeatureSpecs.parseJson(text.toString()) : FeatureSpecs.parse(text.toString());
                assertThat(FeatureSpecs.parse(read.toString()))
                        .as("seed %d, %d: %s", seed, i, text)
                        .isEqualTo(read);
            } catch (MalformedTextException e) {
                rejected++;
            }
        }
        assertThat(rejected).isBetween(1, 2999);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "label:int65|`at character 7: expected a type: float32 (or float), float64 (or double), int32, int64,"
                        + " string (or bytes), found 'int65' after 'label:'`",
                "label|at character 6: expected ':' and a type, found the end after 'label'",
                "a:int64,|at character 9: expected the name of a feature",
                "a:int64 b:int64|at character 9: expected ',' or the end, found 'b:int64' after 'a:int64 '",
                "a:float32[3,?]|at character 13: expected a dimension as a whole number; only the first one can be '?'",
                "a:float32[-1]|at character 11: expected a dimension",
                "a:float32[99999999999]|below 2^31",
                "a:float32[3|at character 12: expected ']' or ','",
                "a:int64=|at character 9: expected a number or a string",
                "a:int64=1.5|feature \"a\": not a value of int64: 1.5",
                "a:int64=\"1\"|feature \"a\": not a value of int64: \"1\"",
                "a:int64=9223372036854775808|not a value of int64: 9223372036854775808",
                "a:int32=2147483648|not a value of int32: 2147483648",
                "a:float32=1e39|not a value of float32: 1e39",
                "a:float32=1f|not a value of float32: 1f",
                "a:int64[2]=1|feature \"a\": expected 2 default values for the shape [2], found 1",
                "a:int64[?,0]|feature \"a\": the shape of a sequence element must not contain 0: [0]",
                "a:int64[?]=[1,2]|feature \"a\": expected one padding value",
                "a:string=\"x|at character 10: expected a string that ends with \"",
                "a:string=\"\\x\"|at character 10: expected a string with JSON's escapes (unknown escape in a string)",
                "a:string=b64\"?\"|at character 10: expected base64 between the quotes",
                "a:dense(int64)|at character 3: expected sparse(...) or ragged(...)",
                "a:sparse(int64, index=i, value=v)|expected '[' and the dimensions",
                "a:sparse(int64[3], value=v, index=i)|at character 20: expected index=",
                "a:sparse(int64[3], index=i, value=v, sort)|at character 38: expected sorted",
                "a:sparse(int64[3], index=[i,j], value=v)|feature \"a\": sparse: expected one index key for each dimension",
                "a:ragged(int64, split=s)|at character 17: expected value=, splits=, lengths=",
                "a:ragged(int64, value=v, value=w)|at character 26: expected value= once",
                "a:ragged(int64, uniform=0)|feature \"a\": uniform row length must be positive: 0",
                "a:ragged(int64, rows=string)|ragged: row splits must be int32 or int64: string",
                "a:int64, a:int64|feature \"a\" has two specs; remove one",
                "a:int64*!|at character 9: expected ',' or the end",
                "a:int64)|at character 8: expected ',' or the end",
            })
    void reportsThePositionOfMistakes(String line, String message) {
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> FeatureSpecs.parse(line))
                .withMessageContaining(message);
    }

    @Test
    void readsSequenceSpecs() {
        SequenceFeatureSpecs specs =
                SequenceFeatureSpecs.parse("context(a:int64, b:string) lists(frames:float32[?,3])");

        assertThat(specs.context()).isEqualTo(FeatureSpecs.parse("a:int64, b:string"));
        assertThat(specs.featureLists()).isEqualTo(FeatureSpecs.parse("frames:float32[?,3]"));
        assertThat(specs).hasToString("context(a:int64, b:string) lists(frames:float32[?,3])");
        assertThat(SequenceFeatureSpecs.parse("lists(a:int64*)")).hasToString("lists(a:int64*)");
        assertThat(SequenceFeatureSpecs.parse("context ( a:int64 ) , lists()")).hasToString("context(a:int64)");
    }

    @Test
    void readsPrintedSequenceSpecs() {
        long seed = Rounds.seed("FeatureSpecsTextTest sequence");
        int checked = 0;
        for (int i = 0; i < 500; i++) {
            FeatureSpecs context = new RandomSpecs(seed + i).specs();
            FeatureSpecs lists = new RandomSpecs(-seed - i).specs();
            if (!context.isEmpty() || !lists.isEmpty()) {
                SequenceFeatureSpecs specs = new SequenceFeatureSpecs(context, lists);
                assertThat(SequenceFeatureSpecs.parse(specs.toString()))
                        .as("seed %d", seed + i)
                        .isEqualTo(specs);
                assertThat(SequenceFeatureSpecs.parseJson(specs.toJson()))
                        .as("seed %d", seed + i)
                        .isEqualTo(specs);
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(300);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a:int64",
                "lists(a:int64*) context(a:int64)",
                "context(a:int64",
                "context a",
                "contexts(a:int64)"
            })
    void rejectsOtherLinesAsSequenceSpecs(String line) {
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> SequenceFeatureSpecs.parse(line))
                .withMessageContaining("expected ");
    }

    @Test
    void rejectsSequenceSpecsWithoutSpecs() {
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> SequenceFeatureSpecs.parse("context() lists()"));
    }
}
