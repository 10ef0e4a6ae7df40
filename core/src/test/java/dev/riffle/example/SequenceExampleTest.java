package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SequenceExampleTest {

    private static final SequenceExample MOVIES = SequenceExample.builder()
            .context(Example.builder().put("locale", "pt_BR").put("age", 19f).build())
            .put("movie_ratings", Feature.of(4.5f), Feature.of(5f))
            .put("movie_names", Feature.of("The Shawshank Redemption"), Feature.of("Fight Club"))
            .put(
                    "actors",
                    List.of(Feature.of("Tim Robbins", "Morgan Freeman"), Feature.empty(Kind.BYTES), Feature.notSet()))
            .build();

    @Test
    void readsWhatItWrites() {
        byte[] bytes = MOVIES.toByteArray();
        assertThat(SequenceExample.parse(bytes)).isEqualTo(MOVIES).hasSameHashCodeAs(MOVIES);
        assertThat(SequenceExample.parse(ByteBuffer.wrap(bytes).asReadOnlyBuffer()))
                .isEqualTo(MOVIES);
        assertThat(SequenceExample.parse(Bytes.copyOf(bytes))).isEqualTo(MOVIES);
        assertThat(SequenceExample.parse(bytes).toBytes()).isEqualTo(Bytes.copyOf(bytes));
        assertThat(SequenceExample.parseText(MOVIES.toText())).isEqualTo(MOVIES);
        assertThat(SequenceExample.parseJson(MOVIES.toJson())).isEqualTo(MOVIES);
    }

    @Test
    void returnsListsByNameInOrder() {
        assertThat(MOVIES.names()).containsExactly("actors", "movie_names", "movie_ratings");
        assertThat(MOVIES.context().feature("age").floatValue()).isEqualTo(19f);
        assertThat(MOVIES.featureList("actors")).hasSize(3);
        assertThat(MOVIES.find("directors")).isEmpty();
        assertThatThrownBy(() -> MOVIES.featureList("directors"))
                .isInstanceOf(FeatureException.class)
                .hasMessage("feature list \"directors\": not found; available: \"actors\", \"movie_names\","
                        + " \"movie_ratings\"");
        assertThatThrownBy(() -> MOVIES.featureList("actors").get(0).utf8Value())
                .hasMessage("feature \"actors\": expected exactly 1 value, found 2");
    }

    @Test
    void readsAnExampleAsAContext() {
        Example example = Example.builder().put("a", 1).build();
        SequenceExample read = SequenceExample.parse(example.toByteArray());
        assertThat(read.context()).isEqualTo(example);
        assertThat(read.hasFeatureLists()).isFalse();
        assertThat(Example.parse(MOVIES.toByteArray())).isEqualTo(MOVIES.context());
    }

    @Test
    void keepsPresentButEmptyParts() {
        SequenceExample both = SequenceExample.of(Example.of(Map.of()), Map.of());
        assertThat(both.toBytes().hex()).isEqualTo("0a001200");
        assertThat(SequenceExample.parse(both.toByteArray())).isEqualTo(both);
        assertThat(both).isNotEqualTo(SequenceExample.empty());
        assertThat(both.toText()).isEqualTo("context {\n}\nfeature_lists {\n}\n");
        assertThat(both.toJson()).isEqualTo("{\"context\":{},\"featureLists\":{}}");
        assertThat(SequenceExample.parseText(both.toText())).isEqualTo(both);
        assertThat(SequenceExample.parseJson(both.toJson())).isEqualTo(both);
        assertThat(SequenceExample.builder().build()).isEqualTo(SequenceExample.empty());
        assertThat(SequenceExample.empty().toByteArray()).isEmpty();
    }

    @Test
    void buildersKeepTheMessageTheyStartFrom() {
        SequenceExample more = MOVIES.toBuilder().put("actors", Feature.of(1)).build();
        assertThat(more.featureList("actors")).containsExactly(Feature.of(1));
        assertThat(more.featureList("movie_names")).isEqualTo(MOVIES.featureList("movie_names"));
        assertThat(MOVIES.toBuilder().build()).isEqualTo(MOVIES);
    }

    @Test
    void rejectsTheKindsOfOneFlow() {
        SequenceExample sequence =
                SequenceExample.builder().put("l", Feature.ofInt32s(1)).build();
        assertThatIllegalArgumentException()
                .isThrownBy(sequence::toByteArray)
                .withMessageContaining("\"l\" is an int32_list");
        assertThatIllegalArgumentException().isThrownBy(sequence::toJson);
        assertThatIllegalArgumentException().isThrownBy(sequence::toText);
    }

    @Test
    void aSequenceExampleReadAsAnExampleIsNamedInTheException() {
        String found = "feature \"movie_names\": not found; available: none";
        String named = found + "; the message is a SequenceExample, use SequenceExample.parse";
        SequenceExample lists = MOVIES.toBuilder().context(Example.empty()).build();
        for (Example context : List.of(Example.empty(), Example.of(Map.of()))) {
            Example example =
                    Example.parse(MOVIES.toBuilder().context(context).build().toBytes());
            assertThat(example).isEqualTo(context);
            assertThatThrownBy(() -> example.feature("movie_names")).hasMessage(named);
        }
        assertThatThrownBy(() -> Example.empty().feature("movie_names")).hasMessage(found);
        assertThatThrownBy(() -> Example.parse(Example.of(Map.of()).toBytes()).feature("movie_names"))
                .hasMessage(found);
        assertThatThrownBy(() -> Example.parse(Bytes.ofHex("1200")).feature("movie_names"))
                .hasMessage(named);
        assertThatThrownBy(() -> Example.parse(Bytes.ofHex("1801")).feature("movie_names"))
                .hasMessage(found);
        assertThatThrownBy(() -> Example.parse(Bytes.ofHex("1202ffff")).feature("movie_names"))
                .hasMessage(found);
        assertThat(Example.parse(lists.toBytes(), Dialect.TENSORFLOW)).isEqualTo(Example.empty());
    }
}
